"""In Crowd: the claims about a single turn: items 1 to 4 and 8 of its sheet."""

from __future__ import annotations

from functools import partial

from ruleproof.models.claims.claims import (
    Always,
    Claim,
    EveryTurn,
    Most,
    SameValue,
    SomeTurn,
    Theorem,
)
from ruleproof.models.claims.theorems import everywhere, later
from ruleproof.models.incrowd import CHAIN, PHASE_2, TURNCOAT
from ruleproof.models.incrowd.claims import findings, judges
from ruleproof.models.incrowd.claims import predicates as on

TWO_ROWS = ("square:1x5", "square:2x3", "square:2x4", "square:3x3")
"""The small boards: a path, and the smallest on which stones meet in every way."""

READINGS = ("majority", "chain", "turncoat-chain")
EVERYWHERE = "cells with any adjacency, numbers of stones around each"

proved = partial(everywhere, __package__ or "")
claim = partial(Claim, settings=READINGS, boards=TWO_ROWS)

CHAINS: tuple[Claim, ...] = (
    Claim(
        "1a",
        "Chains end, and the order of flips makes no difference.",
        CHAIN,
        (
            proved(
                "theorems.chain", f"{EVERYWHERE}: flips commute and use up enemies (Newman's lemma)"
            ),
        ),
        settings=("majority", "chain"),
        boards=("square:2x3", "square:3x3"),
    ),
    claim(
        "1b",
        "Only the mover gains stones by a chain.",
        CHAIN,
        (
            proved("theorems.gain", "a chain turns stones of one colour", covers="square:2x3"),
            EveryTurn(on.only_the_mover_gains),
        ),
        expected=findings.mover_alone_gains,
        settings=("majority", "turncoat-chain"),
    ),
    claim(
        "2",
        "A chain flip and the dropped stone's own change never happen in one turn.",
        TURNCOAT,
        (
            proved(
                "theorems.change",
                "a turn by whether anything flips and whether the stone is outnumbered",
            ),
            EveryTurn(on.flips_or_changes, when=on.turns_a_stone),
        ),
        boards=("square:2x3", "square:3x3"),
    ),
    claim(
        "3",
        "At rest no stone is outnumbered.",
        PHASE_2,
        (Always(on.at_rest),),
        expected=findings.rests,
        boards=("square:1x5", "square:2x3", "square:3x3", "square:2x4"),
    ),
    Claim(
        "3a",
        "A dropped stone can turn others and be outnumbered still.",
        TURNCOAT,
        (SomeTurn(on.drops_outnumbered),),
        expected=findings.drop_stays,
        settings=("majority", "turncoat-chain"),
        boards=("square:3x3", "square:2x4"),
    ),
    Claim(
        "3b",
        "A dropped stone's change of colour can leave a stone beside it outnumbered.",
        TURNCOAT,
        (SomeTurn(on.leaves_outnumbered),),
        expected=findings.change_leaves,
        settings=("majority", "turncoat-chain"),
        boards=("square:1x5", "square:2x3"),
    ),
    claim(
        "4a",
        "Chains that reach the whole board differ only where a stone was outnumbered before.",
        CHAIN,
        (
            proved("theorems.reach", f"{EVERYWHERE}, some of them changed", covers="square:2x3"),
            EveryTurn(on.same_under_both_chains, when=on.nothing_outnumbered_before),
        ),
        settings=("majority", "turncoat-chain"),
    ),
    Claim(
        "4b",
        "Chains that reach the whole board never differ from those that spread.",
        CHAIN,
        (EveryTurn(on.same_under_both_chains),),
        expected=findings.chains_agree,
        settings=("majority", "turncoat-chain"),
        boards=("square:2x3", "square:3x3", "square:2x4", "square:2x5"),
    ),
    Claim(
        "4c",
        "The start is worth the same whichever way chains reach.",
        CHAIN,
        (SameValue({"chain": "global"}),),
        settings=("majority", "turncoat-chain", "territory"),
        boards=("square:2x4", "square:3x3", "square:3x4"),
        applies=lambda game: game.settings["chain"] == "local",
    ),
    Claim(
        "4d",
        "Some position is worth something else where chains reach the whole board.",
        CHAIN,
        (judges.OTHER_CHAIN,),
        expected=findings.values_differ,
        settings=("majority", "turncoat-chain"),
        boards=("square:2x4", "square:3x3"),
    ),
)
"""Items 1 to 4: the work of a chain, and the stones that it leaves."""

LONGEST: tuple[Claim, ...] = (
    claim(
        "8a",
        "The most stones that one drop flips in play.",
        CHAIN,
        (Most(on.flips, turns=True),),
        expected="witnessed",
        known=findings.known("flips in play"),
    ),
    claim(
        "8b",
        "The most waves that one drop sets off in play.",
        CHAIN,
        (Most(on.waves, turns=True),),
        expected="witnessed",
        known=findings.known("waves in play"),
    ),
    claim(
        "8c",
        "The most stones that one drop flips, among stones that stand anywhere.",
        CHAIN,
        (judges.MOST_FLIPS,),
        expected="witnessed",
        boards=("square:2x3", "square:3x3"),
        known=findings.known("flips"),
    ),
    claim(
        "8d",
        "The most waves that one drop sets off, among stones that stand anywhere.",
        CHAIN,
        (judges.MOST_WAVES,),
        expected="witnessed",
        boards=("square:2x3", "square:3x3"),
        known=findings.known("waves"),
    ),
    Claim(
        "8e",
        "When a stone flips, the neighbours that flip with it or later are fewer than half of all.",
        CHAIN,
        (proved("chain_theorems.spare", "numbers of stones around a stone that flips"),),
        settings=("majority", "chain"),
        boards=("square:2x3",),
    ),
    Claim(
        "8f",
        "No drop flips more stones than the table says, wherever they stand.",
        CHAIN,
        (Theorem(later(__package__ or "", "chain_theorems.flips_goals")),),
        boards=tuple(findings.MOST_FLIPS),
        applies=findings.most_flips_known,
    ),
)
"""Item 8: the longest chains."""
