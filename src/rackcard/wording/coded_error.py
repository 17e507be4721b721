"""Errors that carry a code and its facts; the sentence is filled from a template of the code."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from rackcard.wording.sentence import fill


class CodedError(Exception):
    """An error by code: each kind names the templates of its codes."""

    sentences: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(fill(self.sentences[code], facts))
        self.code, self.facts = code, facts

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, **self.facts), ()  # it may cross from a worker process
