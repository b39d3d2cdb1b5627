"""In Crowd: the claims about a single turn: items 1 to 4 and 8 of its sheet."""

from __future__ import annotations

from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    EveryTurn,
    Most,
    SameValue,
    SomeTurn,
    Theorem,
)
from ruleproof.models.claims.theorems import Later
from ruleproof.models.incrowd import CHAIN, PHASE_2, TURNCOAT
from ruleproof.models.incrowd.claims import (
    chains,
    decisions,
    evidence,
    findings,
)
from ruleproof.models.incrowd.claims import predicates as on

theorems = Later("ruleproof.models.incrowd.claims.theorems")
chain_theorems = Later("ruleproof.models.incrowd.claims.chain_theorems")

TWO_ROWS = ("square:1x5", "square:2x3", "square:2x4", "square:3x3")
"""The small boards: a path, and the smallest on which stones meet in every way."""

PLAYED_OUT = "negamax over all positions, on large boards over the ends of random games"
COUNTED = "pairs of neighbours among the flips counted, and clauses"
REPLAYED = "a game replayed"
EVERYWHERE = "cells with any adjacency, numbers of stones around each"

CHAINS: tuple[Claim, ...] = (
    Claim(
        "1a",
        "Chains end, and the order of flips makes no difference.",
        CHAIN,
        (
            Theorem(
                theorems.chain_goals,
                scope="every board",
                abstraction=f"{EVERYWHERE}: flips commute and use up enemies (Newman's lemma)",
                checks=theorems.chain_checks,
            ),
        ),
        settings=("majority", "chain"),
        boards=("square:2x3", "square:3x3"),
    ),
    Claim(
        "1b",
        "Only the mover gains stones by a chain.",
        CHAIN,
        (
            Theorem(
                theorems.gain_goals,
                scope="every board",
                abstraction="a chain turns stones of one colour",
                checks=theorems.gain_checks,
                covers="square:2x3",
            ),
            EveryTurn(on.only_the_mover_gains),
        ),
        expected=findings.mover_alone_gains,
        settings=("majority", "turncoat-chain"),
        boards=TWO_ROWS,
    ),
    Claim(
        "2",
        "A chain flip and the dropped stone's own change never happen in one turn.",
        TURNCOAT,
        (
            Theorem(
                theorems.change_goals,
                scope="every board",
                abstraction="a turn by whether anything flips and whether the stone is outnumbered",
                checks=theorems.change_checks,
            ),
            EveryTurn(on.flips_or_changes, when=on.turns_a_stone),
        ),
        settings=("majority", "chain", "turncoat-chain"),
        boards=("square:2x3", "square:3x3"),
    ),
    Claim(
        "3",
        "At rest no stone is outnumbered.",
        PHASE_2,
        (Always(on.at_rest),),
        expected=findings.rests,
        settings=("majority", "chain", "turncoat-chain"),
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
    Claim(
        "4a",
        "Chains that reach the whole board differ only where a stone was outnumbered before.",
        CHAIN,
        (
            Theorem(
                theorems.reach_goals,
                scope="every board",
                abstraction=f"{EVERYWHERE}, some of them changed",
                checks=theorems.reach_checks,
                covers="square:2x3",
            ),
            EveryTurn(on.same_under_both_chains, when=on.nothing_outnumbered_before),
        ),
        settings=("majority", "turncoat-chain"),
        boards=TWO_ROWS,
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
        (
            Decision(
                decisions.other_chain, PLAYED_OUT, "ever", worth=5.0, evidence=evidence.OTHER_CHAIN
            ),
        ),
        expected=findings.values_differ,
        settings=("majority", "turncoat-chain"),
        boards=("square:2x4", "square:3x3"),
    ),
)
"""Items 1 to 4: the work of a chain, and the stones that it leaves."""

LONGEST: tuple[Claim, ...] = (
    Claim(
        "8a",
        "The most stones that one drop flips in play.",
        CHAIN,
        (
            Most(on.flips, turns=True),
            Decision(
                chains.most_flips_in_play,
                f"{REPLAYED}, {COUNTED}",
                "what",
                worth=20.0,
                evidence=evidence.FLIPS_IN_PLAY,
            ),
        ),
        expected="witnessed",
        settings=("majority", "chain", "turncoat-chain"),
        boards=TWO_ROWS,
    ),
    Claim(
        "8b",
        "The most waves that one drop sets off in play.",
        CHAIN,
        (
            Most(on.waves, turns=True),
            Decision(
                chains.most_waves_in_play,
                f"{REPLAYED}, {COUNTED}",
                "what",
                worth=20.0,
                evidence=evidence.WAVES_IN_PLAY,
            ),
        ),
        expected="witnessed",
        settings=("majority", "chain", "turncoat-chain"),
        boards=TWO_ROWS,
    ),
    Claim(
        "8c",
        "The most stones that one drop flips, among stones that stand anywhere.",
        CHAIN,
        (Decision(chains.most_flips, COUNTED, "what", evidence=evidence.MOST_FLIPS),),
        expected="witnessed",
        settings=("majority", "chain", "turncoat-chain"),
        boards=("square:2x3", "square:3x3", "square:5x5"),
    ),
    Claim(
        "8d",
        "The most waves that one drop sets off, among stones that stand anywhere.",
        CHAIN,
        (
            Decision(
                chains.most_waves,
                f"{COUNTED}, all ways to flip as many looked at",
                "what",
                evidence=evidence.MOST_WAVES,
            ),
        ),
        expected="witnessed",
        settings=("majority", "chain", "turncoat-chain"),
        boards=("square:2x3", "square:3x3", "square:4x5"),
    ),
    Claim(
        "8e",
        "When a stone flips, the neighbours that flip with it or later are fewer than half of all.",
        CHAIN,
        (
            Theorem(
                chain_theorems.spare_goals,
                scope="every board",
                abstraction="numbers of stones around a stone that flips",
                checks=chain_theorems.spare_checks,
            ),
        ),
        settings=("majority", "chain"),
        boards=("square:2x3",),
    ),
    Claim(
        "8f",
        "No drop flips more stones than the table says, wherever they stand.",
        CHAIN,
        (Theorem(chain_theorems.flips_goals),),
        boards=tuple(findings.MOST_FLIPS),
        applies=findings.most_flips_known,
    ),
)
"""Item 8: the longest chains."""
