"""The words of the percentile system on the wire: its terms, what it is asked, and what it answers."""
