"""The words of the 2D6 system on the wire: its terms, what its operations are asked, and what they answer."""
