"""Command lines that cannot be parsed: what is wrong with them, in this program's own words."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import reduce
from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from rackcard.cli.common import QUIET, UsageError, app


def parse_error(error: CycloptsError) -> UsageError:
    """What is wrong with a command line; an error of a kind that never comes up here keeps the parser's sentence."""
    match error:
        case UnknownCommandError():
            return _unknown_command(error)
        case UnusedCliTokensError():
            return UsageError("unexpected-argument", arguments=tuple(error.unused_tokens or ()))
        case UnknownOptionError():
            given = error.token.keyword or error.token.value
            close = _meant(given, [name for one in error.argument_collection if one.parse for name in one.names])
            return UsageError(f"unknown-option{'.near' * bool(close)}", option=given, near=close)
        case RepeatArgumentError():
            return UsageError("repeated-option", option=error.token.keyword)
        case MissingArgumentError():
            return _missing(error)
        case CoercionError():
            return _not_converted(error)
        case _:
            return UsageError("refused", reason=str(error))


def _unknown_command(error: UnknownCommandError) -> UsageError:
    """A command, a command of a command, or an option of the program that there is not."""
    chain, given = tuple(error.command_chain or ()), (error.unused_tokens or [""])[0]
    if given.startswith("-"):
        close = _meant(given, (*app.help_flags, *app.version_flags, QUIET))
        return UsageError(f"unknown-option{'.near' * bool(close)}", option=given, near=close)
    if given == "help":
        return UsageError("unknown-command.near", command=given, near="--help")
    known = sorted(name for name in reduce(lambda group, name: group[name], chain, app) if not name.startswith("-"))
    close = _meant(given, known)
    named, commands, near = (
        " ".join((*chain, given)), tuple(" ".join((*chain, name)) for name in known), " ".join((*chain, close))
    )  # fmt: skip
    return UsageError(f"unknown-command{'.near' * bool(close)}", command=named, commands=commands, near=near)


def _meant(given: str, known: Iterable[str]) -> str:
    """The word that was probably misspelled; none where the nearest is only a little like it."""
    return next(iter(get_close_matches(given, list(known), n=1, cutoff=0.8)), "")


def command_of(error: CycloptsError) -> str:
    """The program and the command that was given, as its help is asked for."""
    return " ".join(("rackcard", *(error.command_chain or ())))


def _missing(error: MissingArgumentError) -> UsageError:
    argument = error.argument
    assert argument is not None
    if error.keyword is not None:
        return UsageError("option-without-value", option=error.keyword)
    command = " ".join(error.command_chain or ())
    if argument.field_info.is_keyword_only:
        return UsageError("missing-option", command=command, option=argument.name)
    return UsageError("missing-argument", command=command, argument=argument.field_info.name)


def _not_converted(error: CoercionError) -> UsageError:
    """A value of another kind than the option takes."""
    cause: BaseException | None = error.__cause__
    if isinstance(cause, UsageError):  # raised by a converter of ours
        return cause
    token, kind = error.token, error.target_type
    if token is None:
        return UsageError("refused", reason=str(error))
    facts = {"option": token.keyword or "", "text": token.value}
    if choices := _choices(kind):
        if token.keyword is None:
            command = " ".join(error.command_chain or ())
            return UsageError("not-a-choice.argument", choices=choices, command=command, text=token.value)
        return UsageError("not-a-choice", choices=choices, **facts)
    return UsageError("not-whole" if kind is int else "not-understood", **facts)


def _choices(kind: Any) -> Sequence[str]:
    """The values of an option that takes one of several."""
    return get_args(kind) if get_origin(kind) is Literal else ()
