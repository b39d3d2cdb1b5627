"""Keys of positions that players are shown without a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleproof.cli.telling.answers import remark

if TYPE_CHECKING:
    from ruleproof.models.play.game import Game


def tell_bare_keys(game: Game) -> None:
    """Remarks that keys of the game's positions have no sentence, if any has none."""
    from ruleproof.models.play.notation import keys_without_sentence

    bare = keys_without_sentence(game)
    if bare:
        what = f"`Words.keys` has no sentence for {', '.join(bare)}"
        shown = f"players are shown '{bare[0]}: …', where the value is not that of the start"
        remark(f"{game.name}: {what}: {shown}")
