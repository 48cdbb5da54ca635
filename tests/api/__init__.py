"""The surfaces and what stands around them."""
