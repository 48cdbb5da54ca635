"""The two surfaces, GraphQL and REST, and what stands in front of them."""
