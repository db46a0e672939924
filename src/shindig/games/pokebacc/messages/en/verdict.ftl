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
pokebacc-verdict-nobody-scored = Nobody wins the { $hand }: nobody has any { $unit }.
pokebacc-verdict-drawn = Nobody wins the { $hand }: { $seats } tie with { $best } { $unit }.

## Reasons

pokebacc-verdict-tie-cards = { $who ->
    [you] It’s a tie, and you win it with fewer cards in hand: { $cards } against { $others }.
   *[other] It’s a tie, and { $who } wins it with fewer cards in hand: { $cards } against { $others }.
}
pokebacc-verdict-tie-meld = { $who ->
    [you] It’s a tie, and you win it with the best single meld.
   *[other] It’s a tie, and { $who } wins it with the best single meld.
}
pokebacc-verdict-no-cards = { $who ->
    [you] It ended because you have no cards left.
   *[other] It ended because { $who } has no cards left.
}
pokebacc-verdict-exhausted = { $turns ->
    [0] It ended because nobody had a meld left.
    [one] It ended after one turn without a meld.
   *[other] It ended after { $turns } turns without a meld.
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
