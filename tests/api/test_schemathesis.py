"""The published contracts, held against the real service by requests that are made up from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.real_service import Service, served

SCHEMA = Path(__file__).parent.parent.parent / "schema"

REST = schemathesis.openapi.from_path(str(SCHEMA / "openapi.json")).exclude(
    path_regex=r"/(percentile|shadowrun|traveller)/\w+/(odds|versus|curve)$"
)
REST.config.phases.coverage.enabled = False
"""Odds ask what the operations ask: one system stands for all of them."""

GRAPHQL = schemathesis.graphql.from_path(str(SCHEMA / "schema.graphql"))

FEW = settings(
    max_examples=5,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Lend a service that runs."""
    with served(tmp_path_factory.mktemp("contract")) as running:
        yield running


@REST.parametrize()
@FEW
def test_rest_keeps_its_contract(case: schemathesis.Case[Any], service: Service) -> None:
    """Whatever is sent, well formed or not, each answer has a status, a media type and a shape that are published.

    A request of the published shape may still be refused: rules forbid more than shapes can say.
    """
    case.call_and_validate(base_url=service.url, timeout=60, excluded_checks=[positive_data_acceptance])


@GRAPHQL.parametrize()
@FEW
def test_graphql_refuses_in_its_shape(case: schemathesis.Case[Any], service: Service) -> None:
    """Whatever the schema lets a client ask is answered, or refused by a code in both languages, never by a fault."""
    answer = case.call(base_url=f"{service.url}/graphql", timeout=60)
    refused = [error["extensions"] for error in answer.json().get("errors", ())]
    assert answer.status_code == 200
    assert all(each["code"] != "internal" and each["message"]["es"] for each in refused)
