"""Tests of the simulation of many fights."""
