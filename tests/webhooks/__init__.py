"""Tests of webhooks, with receivers that listen on this machine."""
