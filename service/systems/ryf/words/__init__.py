"""The words of the 1o3d10 system on the wire: its terms and choices, what it is asked, and what it answers."""
