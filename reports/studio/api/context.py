"""The means of every operation: limits, searches, tables, sets and reports of this studio."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from ruleproof.reports.studio.collection import Collection
from ruleproof.reports.studio.limits import Limits
from ruleproof.reports.studio.searches import Searches
from ruleproof.reports.studio.shelf import Shelf
from ruleproof.reports.studio.written import Reports


def _limits(request: Request) -> Limits:
    return request.app.state.limits


def _searches(request: Request) -> Searches:
    return request.app.state.searches


def _shelf(request: Request) -> Shelf:
    return request.app.state.shelf


def _reports(request: Request) -> Reports:
    return request.app.state.reports


def _collection(request: Request) -> Collection:
    return request.app.state.collection


TheLimits = Annotated[Limits, Depends(_limits)]
TheSearches = Annotated[Searches, Depends(_searches)]
TheShelf = Annotated[Shelf, Depends(_shelf)]
TheReports = Annotated[Reports, Depends(_reports)]
TheCollection = Annotated[Collection, Depends(_collection)]
