"""The words of the pool system on the wire: its terms, what it is asked, and what it answers."""
