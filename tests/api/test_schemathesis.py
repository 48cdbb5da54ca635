"""The published contracts, held against the real service by requests that are made up from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
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


def operations(schema: Any) -> pytest.MarkDecorator:
    """Return a parameter for every operation of a schema, under a name of its own.

    The decorator of schemathesis gives all of them one name, and of tests of one name only the first is shared out.
    """
    found = [each.ok() for each in schema.get_all_operations()]
    return pytest.mark.parametrize("operation", found, ids=[each.label for each in found])


@operations(REST)
def test_rest_keeps_its_contract(operation: Any, service: Service) -> None:
    """Whatever is sent, well formed or not, each answer has a status, a media type and a shape that are published.

    A request of the published shape may still be refused: rules forbid more than shapes can say.
    """

    @FEW
    @given(case=cases(operation))
    def keeps(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(base_url=service.url, timeout=60, excluded_checks=[positive_data_acceptance])

    keeps()


def cases(operation: Any) -> st.SearchStrategy[schemathesis.Case[Any]]:
    """Return requests of an operation, those that are well formed among others that are not."""
    return st.one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode])


@operations(GRAPHQL)
def test_graphql_refuses_in_its_shape(operation: Any, service: Service) -> None:
    """Whatever the schema lets a client ask is answered, or refused by a code in both languages, never by a fault."""

    @FEW
    @given(case=operation.as_strategy())
    def refuses(case: schemathesis.Case[Any]) -> None:
        answer = case.call(base_url=f"{service.url}/graphql", timeout=60)
        refused = [error["extensions"] for error in answer.json().get("errors", ())]
        assert answer.status_code == 200
        assert all(each["code"] != "internal" and each["message"]["es"] for each in refused)

    refuses()
