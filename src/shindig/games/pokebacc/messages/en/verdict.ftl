### Why a hand of the three Pokebacc games was won or lost. $who is a player: "you" for the reader, a name for others.
### $hand and $unit are the game's own words: Hand, Sale or Battle; points or Sergkin.

## The result

pokebacc-verdict-alone = { $who ->
    [you] Everyone else left, so you win the { $hand }.
   *[other] Everyone else left, so { $who } wins the { $hand }.
}
pokebacc-verdict-at-once = { $who ->
    [you] You win the { $hand } at once with { $kind }.
   *[other] { $who } wins the { $hand } at once with { $kind }.
}
pokebacc-verdict-wins = { $who ->
    [you] You win the { $hand }: { $best } { $unit } to { $other }’s { $points }.
   *[other] { $who } wins the { $hand }: { $best } { $unit } to { $other ->
        [you] your { $points }
       *[other] { $other }’s { $points }
    }.
}
pokebacc-verdict-wins-alone = { $who ->
    [you] You win the { $hand } with { $best } { $unit }.
   *[other] { $who } wins the { $hand } with { $best } { $unit }.
}
pokebacc-verdict-loses = { $who ->
    [you] You come { $place ->
        [2] second
        [3] third
        [4] fourth
       *[other] last
    }: { $winner } wins the { $hand } with { $best } { $unit } to your { $points }.
   *[other] { $who } loses to { $winner }: { $best } { $unit } to { $points }.
}
pokebacc-verdict-wins-unopposed = { $who ->
    [you] You win the { $hand } with { $best } { $unit }: nobody else scored.
   *[other] { $who } wins the { $hand } with { $best } { $unit }: nobody else scored.
}
pokebacc-verdict-loses-empty = { $winner } wins the { $hand } with { $best } { $unit }. You scored none.
pokebacc-verdict-loses-tied = You come second: { $winner } has { $best } { $unit } too{ $cards ->
    [0] , and the best single meld.
   *[other] , but fewer cards left: { $cards } to your { $others }.
}
pokebacc-verdict-nobody-scored = Nobody wins the { $hand }: nobody has any { $unit }.
pokebacc-verdict-drawn = Nobody wins the { $hand }: { $seats } tie with { $best } { $unit }.

## Reasons

pokebacc-verdict-tie-cards = { PERSON($who) ->
    [you] You had { $best } too. The tie goes to fewer cards left: { $cards } to your { $others }.
    [one] { $who } had { $best } too. The tie goes to fewer cards left: { $cards } to { $others }.
   *[many] { CAPITAL($who) } had { $best } too. The tie goes to fewer cards left: { $cards } to { $others } or more.
}
pokebacc-verdict-tie-meld = { PERSON($who) ->
    [you] You had { $best } too, but a lower best meld.
    [one] { $who } had { $best } too, but a lower best meld.
   *[many] { CAPITAL($who) } had { $best } too, but lower best melds.
}
pokebacc-verdict-no-cards = { $who ->
    [you] The { $hand } ended because you have no cards left.
   *[other] The { $hand } ended because { $who } has no cards left.
}
pokebacc-verdict-exhausted = { $turns ->
    [0] The { $hand } ended because nobody had a meld left.
    [one] The { $hand } ended: nobody laid a meld for one turn.
   *[other] The { $hand } ended: nobody laid a meld for { $turns } turns.
}
pokebacc-verdict-spoiled = { $who ->
    [you] { $by }’s { $disaster } spoiled your meld of { $points }.
   *[other] { $by }’s { $disaster } spoiled a meld of { $points } by { $who }.
}
pokebacc-verdict-stopped = A Disaster played on it would have stopped it.
pokebacc-verdict-left = { $who ->
    [you] You still held melds worth { $points }{ $enough ->
        [yes] {": "}laying them down would have won.
       *[no] .
    }
   *[other] { $who } still held melds worth { $points }.
}
pokebacc-verdict-missing = { $who ->
    [you] You needed { $points } more.
   *[other] { $who } needed { $points } more.
}
