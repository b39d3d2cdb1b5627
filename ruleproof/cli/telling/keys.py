"""Keys of positions that players are shown without a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleproof.cli.telling.answers import remark

if TYPE_CHECKING:
    from ruleproof.models.play.game import Game


def tell_bare_keys(game: Game) -> None:
    """Remarks that keys of the game's positions have no sentence, if any has none."""
    from ruleproof.models.play.notation import key_words, keys_without_sentence

    bare = keys_without_sentence(game)
    if bare:
        shown = f"{bare[0]}: {key_words(game, game.start())[bare[0]]}."
        what = f"`Words.keys` has no sentence for {', '.join(bare)}"
        remark(f"{game.name}: {what}: players are shown {shown!r}")
