"""The systems found, their worked examples and their laws."""
