"""Commands: what the command line does, each command an operation with the same words.

A request has the command's arguments and options by their names without dashes. What a file would
hold stands in the request itself; files that the command writes stand in the answer. The answer
comes when the command has ended, or, to those who accept `text/event-stream`, as events.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Annotated, Any, Optional

from fastapi import APIRouter, Header
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, create_model
from pydantic import Field as Described
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from ruleproof.models.boards.boards import board as read_board
from ruleproof.models.errors import TextError
from ruleproof.reports.studio.api.context import operations
from ruleproof.reports.studio.api.searching import EVENTS, STREAM, TheSearch, streamed
from ruleproof.reports.studio.asked import book_asked
from ruleproof.reports.studio.commands import CommandField, OfferedCommand
from ruleproof.reports.studio.gate.limits import LONGEST_FILES, Limits
from ruleproof.reports.studio.gate.refusals import Refusal, at, refusal
from ruleproof.reports.studio.searches import Event

STARTER = re.compile(r"starter:[a-z0-9_-]{1,60}", re.ASCII)
MOST = 64
"""Values of one option."""
_BARE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", re.ASCII)
_FILE_NAME = re.compile(r"[^\s{}\[\]\",;]{1,200}")
"""Looks like the name of a file rather than like what one holds."""
_PLACE = re.compile(r"(--?[a-z-]+|[A-Z]+…?)\b", re.ASCII)


def _printable(text: str) -> str:
    """The text, if it shows as it is."""
    if not text.replace("\n", "").isprintable():
        raise ValueError("holds characters that cannot be printed")
    return text


def _bare(text: str) -> str:
    """The text, if it is the bare name of a file."""
    if not _BARE.fullmatch(text):
        raise ValueError(
            "takes a bare name of letters, digits, dots and hyphens, such as answer.txt"
        )
    return text


Text = Annotated[str, StringConstraints(max_length=1 << 15), AfterValidator(_printable)]
Name = Annotated[str, AfterValidator(_bare)]
"""A bare name of a file, which is no path."""


class Bytes(BaseModel):
    """The content of a file that is no text."""

    model_config = ConfigDict(extra="forbid")

    base64: Annotated[str, StringConstraints(max_length=LONGEST_FILES)]


Content = Annotated[str, StringConstraints(max_length=LONGEST_FILES)] | Bytes
_TYPES: dict[str, Any] = {
    "text": Text | int | float,
    "number": Annotated[float, Described(gt=0, le=3600, allow_inf_nan=False)],
    "flag": bool,
    "content": Content,
    "written": Name,
}


class CommandAnswer(BaseModel):
    """The answer of a command. `status` is its exit status: 0 done, 1 something is refuted or
    failed to verify, 3 stopped before its end. `answer` is the object that it prints with `--json`,
    absent where it was stopped before it had one. `remarks`: what it says on standard error.
    `files`: what it wrote, by name; a file that is no text is a `Bytes`.
    """

    status: int
    answer: dict[str, Any] | None
    remarks: list[str]
    files: dict[str, str | Bytes]


ANSWERS: dict[int | str, dict[str, Any]] = {
    **STREAM,
    200: {
        "model": CommandAnswer,
        "description": "The answer, or events",
        "content": {EVENTS: {"schema": {"type": "string"}}},
    },
}


def commands_router(commands: Sequence[OfferedCommand]) -> APIRouter:
    """An operation for each of the commands."""
    router = operations("commands", "/commands")
    for command in commands:
        router.add_api_route(
            f"/{command.name}",
            _operation(command),
            methods=["POST"],
            name=command.name,
            description=command.about,
            responses=ANSWERS,
            response_model=CommandAnswer,
        )
    return router


def body_of(command: OfferedCommand) -> type[BaseModel]:
    """The shape of requests for the command."""
    fields: dict[str, Any] = {}
    for field in command.fields:
        kind: Any = _TYPES[field.kind]
        kind = Annotated[list[kind], Described(max_length=MOST)] if field.many else kind
        default: Any = ... if field.required else False if field.kind == "flag" else None
        if default is None:
            kind = Optional[kind]  # noqa: UP045 - `|` does not know a type made here
        fields[field.name] = (kind, Described(default, description=field.about))
    title = "".join(word.capitalize() for word in command.words)
    return create_model(
        f"{title}Options",
        __config__=ConfigDict(extra="forbid"),
        __doc__=f"The arguments and options of `{' '.join(command.words)}`.",
        **fields,
    )


def _operation(command: OfferedCommand) -> Callable[..., Any]:
    """The function that answers requests for the command."""

    async def run(
        asked: BaseModel, search: TheSearch, accept: Annotated[str, Header()] = ""
    ) -> Response:
        task = await run_in_threadpool(task_of, command, asked, search.limits)
        events = search.events(task)
        if EVENTS in accept:
            return await streamed(_placed(events, command))
        return await _whole(_placed(events, command))

    run.__annotations__["asked"] = body_of(command)
    return run


def task_of(command: OfferedCommand, asked: BaseModel, limits: Limits) -> dict[str, Any]:
    """The task for a process of the command. Raises `Refusal`."""
    options: list[str] = []
    words: list[str] = []
    files: dict[str, bytes] = {}
    for field in command.fields:
        given = getattr(asked, field.name)
        if given is None or given is False or given == []:
            continue
        if given is True:
            options.append(field.option)
            continue
        for number, value in enumerate(given if field.many else [given], 1):
            with at(field.name):
                text = _written(field, value, number, files, limits)
            if not field.option:
                words.append(text)
            elif field.option.startswith("--"):
                options.append(f"{field.option}={text}")
            else:
                options += [field.option, text]
    return {
        "kind": "command",
        "arguments": [*command.words, "--json", *options, "--", *words],
        "files": files,
        "seconds": limits.seconds,
    }


def _written(
    field: CommandField, value: Any, number: int, files: dict[str, bytes], limits: Limits
) -> str:
    """The value as it stands on the command line; a file's content is put among `files`. Raises
    `TextError` where it would read a file, or leads beyond the limits.
    """
    if field.kind == "content":
        if isinstance(value, str) and STARTER.fullmatch(value):
            return value
        if isinstance(value, str) and _FILE_NAME.fullmatch(value):
            raise TextError(f"takes what the file holds, not its name: {value[:60]!r}")
        name = f"given-{field.name}-{number}"
        files[name] = _bytes(value)
        return name
    if field.kind == "number":
        return f"{min(value, limits.seconds):.3f}"
    text = str(value)
    if field.name == "game":
        book_asked(text)
    if field.name in ("board", "text") and read_board(text).size > limits.cells:
        raise TextError(f"the studio takes boards of at most {limits.cells} cells: {text!r}")
    if field.name == "position" and (text.strip() == "-" or text.strip().startswith("@")):
        raise TextError(f"takes the position's text, and reads no file: {text[:60]!r}")
    if field.name == "source" and text.startswith("table"):
        raise TextError(f"tables are not read here: {text[:60]!r}")
    return text


def _bytes(value: str | Bytes) -> bytes:
    """The content of the file. Raises `TextError`."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(value.base64, validate=True)
    except (binascii.Error, ValueError):
        raise TextError("base64 is not readable as such") from None


async def _placed(events: AsyncGenerator[Event], command: OfferedCommand) -> AsyncGenerator[Event]:
    """The events; a refusal of the command names the field that it is about."""
    async with aclosing(events):
        async for name, what in events:
            if name == "refused":
                what = refused(command, what).told.model_dump()
            yield name, what


def refused(command: OfferedCommand, line: str) -> Refusal:
    """The refusal that the command told in one line."""
    place = _PLACE.match(line)
    word = place[1] if place else ""
    for field in command.fields:
        if word and word in (field.option, field.name.upper()):
            return refusal(400, "text", field.name, line)
    return refusal(400, "text", "body", line)


async def _whole(events: AsyncGenerator[Event]) -> Response:
    """The answer of a command that has ended. Raises `Refusal` where it has none."""
    answer: Any = None
    reason = "the client has gone"
    async with aclosing(events):
        async for name, what in events:
            if name == "refused":
                raise refusal(400, "text", what["place"], what["message"])
            if name == "answer":
                answer = what
            elif name == "done":
                reason = what["reason"]
    if answer is None:
        raise refusal(503, "limit", "search", reason)
    return JSONResponse(answer)
