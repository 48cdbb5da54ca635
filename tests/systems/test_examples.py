"""Every worked example of every system, played by the dice it names."""

import pytest

from schema.outcomes import Ruling
from schema.refusals import Refusal
from service.systems.system import rule
from tests.systems.examples import Example, differences, examples


def ruled(example: Example) -> Ruling:
    """Return what an example's request comes to with its dice."""
    operation = example.system.operations[example.operation]
    return rule(operation, operation.asked.model_validate(example.request), example.tape, example.system.labels)


@pytest.mark.parametrize("example", [one for one in examples() if one.expected is not None], ids=lambda one: one.name)
def test_an_example_is_answered_as_it_says(example: Example) -> None:
    """A worked example with its dice gives the answer it promises, to the last word promised."""
    answer = ruled(example).model_dump(mode="json", by_alias=True)
    assert differences(example.expected, answer) == ()


@pytest.mark.parametrize("example", [one for one in examples() if one.refused is not None], ids=lambda one: one.name)
def test_an_example_is_refused_as_it_says(example: Example) -> None:
    """A worked example of what the rules forbid is refused by the code it names."""
    with pytest.raises(Refusal) as refusal:
        ruled(example)
    assert refusal.value.code == example.refused


def test_examples_have_names_of_their_own() -> None:
    """No two examples of a system share an id, and each promises an answer or a refusal."""
    found = examples()
    assert len({(one.system.name, one.id) for one in found}) == len(found)
    assert all((one.expected is None) != (one.refused is None) for one in found)


@pytest.mark.parametrize(
    ("expected", "answer", "places"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, []),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ["answer.a.b"]),
        ({"a": {"b": 1}}, {"a": None}, ["answer.a"]),
        ([{"a": 1}, {}], [{"a": 1}, {"a": 2}], []),
        ([{}], [{}, {}], ["answer"]),
        ({"a": 1}, {}, ["answer.a"]),
    ],
)
def test_differences_name_their_places(expected: object, answer: object, places: list[str]) -> None:
    """What is expected is a part of the answer; a difference says where it is."""
    assert [difference.split(":")[0] for difference in differences(expected, answer)] == places
