### Why a hand of the three Pokebacc games was won or lost. $who is a player: "you" for the reader, a name for others.
### $hand and $unit are the game's own words: hand, Sale or Battle; points.

## The result

pokebacc-verdict-alone = { $who ->
    [you] Everyone else left, so you win.
   *[other] Everyone else left, so { $who } wins.
}
pokebacc-verdict-at-once = { $who ->
    [you] You win at once with { $kind }.
   *[other] { $who } wins at once with { $kind }.
}
pokebacc-verdict-wins = { $who ->
    [you] You win, { $best } { $unit } to { $other }’s { $points }.
   *[other] { $who } wins, { $best } { $unit } to { $other ->
        [you] your { $points }
       *[other] { $other }’s { $points }
    }.
}
pokebacc-verdict-wins-several = { $who ->
    [you] You win with { $best } { $unit }.
   *[other] { $who } wins with { $best } { $unit }.
}{" "}{ CAPITAL($others) } have { $points } each.
pokebacc-verdict-wins-alone = { $who ->
    [you] You win with { $best } { $unit }.
   *[other] { $who } wins with { $best } { $unit }.
}
pokebacc-verdict-loses = { $who ->
    [you] { $winner } wins, { $best } { $unit } to your { $points }. You come { $place ->
        [2] second
        [3] third
        [4] fourth
       *[other] last
    }.
   *[other] { $winner } wins, { $best } { $unit } to { $who }’s { $points }.
}
pokebacc-verdict-wins-unopposed = { $who ->
    [you] You win with { $best } { $unit }. Nobody else got anything.
   *[other] { $who } wins with { $best } { $unit }. Nobody else got anything.
}
pokebacc-verdict-loses-empty = { $winner } wins with { $best } { $unit }, and you have none.
pokebacc-verdict-loses-tied = { $winner } wins. You have { $best } { $unit } too, but { $cards ->
    [0] a smaller best meld.
   *[other] more cards left: { $others } to { $cards }.
}
pokebacc-verdict-nobody-scored = Nobody wins: nobody got anything.
pokebacc-verdict-drawn = Nobody wins: { $seats } tie with { $best } { $unit }.

## Reasons

pokebacc-verdict-tie-cards = { PERSON($who) ->
    [you] You had { $best } too, but more cards left: { $others } to { $cards }.
    [one] { $who } had { $best } too, but more cards left: { $others } to { $cards }.
   *[many] { CAPITAL($who) } had { $best } too, but more cards left: { $others } or more to { $cards }.
}
pokebacc-verdict-tie-meld = { PERSON($who) ->
    [you] You had { $best } too, but a smaller best meld.
    [one] { $who } had { $best } too, but a smaller best meld.
   *[many] { CAPITAL($who) } had { $best } too, but smaller best melds.
}
pokebacc-verdict-no-cards = { $who ->
    [you] You got rid of your last card, so that was it.
   *[other] { $who } got rid of the last card, so that was it.
}
pokebacc-verdict-exhausted = { $turns ->
    [0] Nobody had anything left to lay down, so the { $hand } ended.
    [one] Nobody laid anything down for one turn, so that was it.
   *[other] Nobody laid anything down for { $turns } turns, so that was it.
}
pokebacc-verdict-ran-out = There were too few cards left to draw, so the { $hand } ended.
pokebacc-verdict-spoiled = { $who ->
    [you] { $by }’s { $disaster } spoiled your { $kind }.
   *[other] { $by }’s { $disaster } spoiled { $who }’s { $kind }.
}
pokebacc-verdict-stopped = A Disaster on it would have stopped that.
pokebacc-verdict-left = { $who ->
    [you] You still had { $points } to lay down{ $enough ->
        [yes] {": "}that would have won.
       *[no] .
    }
   *[other] { $who } still had { $points } to lay down.
}
pokebacc-verdict-missing = { $who ->
    [you] { $points } more, and you’d have won.
   *[other] { $points } more, and { $who } would have won.
}
