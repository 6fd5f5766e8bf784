from infold.core.folds import Claim, Span
from infold.fold.soundness import Fault, check
from tests.unit.fold.chats import said

SOURCE = said("user", "The port is 5433 and the host is db-7.", position=0)


def claim(text, *spans):
    return Claim(text=text, spans=spans or (Span(message="m0", part=0, start=0, end=38),))


def test_a_true_claim_has_no_fault():
    assert check([claim("The port is 5433.")], [SOURCE]) == []


def test_an_invented_literal_is_named():
    assert check([claim("fine"), claim("The port is 5499.")], [SOURCE]) == [
        Fault(kind="invented", claim=1, detail="5499")
    ]


def test_a_literal_outside_the_span_is_invented():
    span = Span(message="m0", part=0, start=0, end=12)
    assert [fault.kind for fault in check([claim("The port is 5433.", span)], [SOURCE])] == [
        "invented"
    ]


def test_spans_must_point_at_text():
    for span in (
        Span(message="mx", part=0, start=0, end=3),
        Span(message="m0", part=1, start=0, end=3),
        Span(message="m0", part=0, start=0, end=39),
        Span(message="m0", part=0, start=3, end=3),
        Span(message="m0", part=0, start=-2, end=3),
    ):
        assert [fault.kind for fault in check([claim("The port", span)], [SOURCE])] == ["outside"]


def test_lines_and_sources_are_bounded():
    spans = tuple(Span(message=f"m{i}", part=0, start=0, end=3) for i in range(13))
    sources = [said("user", "The port", position=i) for i in range(13)]
    assert check([claim("The", *spans)], sources) == [Fault(kind="sources", claim=0, detail="13")]
    assert [f.kind for f in check([Claim(text="a", spans=())], [])] == ["sources"]
    assert [f.kind for f in check([claim("The\nport")], [SOURCE])] == ["lines"]
    assert [f.kind for f in check([claim("")], [SOURCE])] == ["lines"]
