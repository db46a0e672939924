### Why a hand of Tall Cards was won or lost. $who is a player: "you" for the reader, a name for all others.

## Ranks of cards, for one card or for many. The expanded decks have other names for two of them.

tall-cards-value-0 = { $count ->
    [one] 2
   *[many] 2s
}
tall-cards-value-1 = { $count ->
    [one] 3
   *[many] 3s
}
tall-cards-value-2 = { $count ->
    [one] 4
   *[many] 4s
}
tall-cards-value-3 = { $count ->
    [one] 5
   *[many] 5s
}
tall-cards-value-4 = { $count ->
    [one] 6
   *[many] 6s
}
tall-cards-value-5 = { $count ->
    [one] 7
   *[many] 7s
}
tall-cards-value-6 = { $count ->
    [one] 8
   *[many] 8s
}
tall-cards-value-7 = { $deck ->
    [fruit] { $count ->
        [one] Turtle
       *[many] Turtles
    }
   *[other] { $count ->
        [one] Tortoise
       *[many] Tortoises
    }
}
tall-cards-value-8 = { $count ->
    [one] Unicorn
   *[many] Unicorns
}
tall-cards-value-9 = { $count ->
    [one] Phoenix
   *[many] Phoenixes
}
tall-cards-value-10 = { $deck ->
    [fruit] { $count ->
        [one] Dragon
       *[many] Dragons
    }
   *[other] { $count ->
        [one] Dragon Emperor
       *[many] Dragon Emperors
    }
}
tall-cards-value-11 = { $count ->
    [one] Ace
   *[many] Aces
}

## Hands in cards. The attribute `own` follows "your" or a name: "your pair of Aces"; `whole` ends a sentence.

tall-cards-made-1 = { $top } high
    .own = { $top } high
    .whole = { $top } high
tall-cards-made-2 = a pair of { $first }
    .own = pair of { $first }
    .whole = a pair of { $first }
tall-cards-made-3 = two pairs, { $first } and { $second },
    .own = two pairs
    .whole = two pairs, { $first } and { $second }
tall-cards-made-4 = three { $first }
    .own = three { $first }
    .whole = three { $first }
tall-cards-made-5 = a straight to the { $top }
    .own = straight to the { $top }
    .whole = a straight to the { $top }
tall-cards-made-6 = a full house, { $first } over { $second },
    .own = full house
    .whole = a full house, { $first } over { $second }
tall-cards-made-7 = four { $first }
    .own = four { $first }
    .whole = four { $first }
tall-cards-made-8 = a flush, { $top } high,
    .own = flush
    .whole = a flush, { $top } high
tall-cards-made-9 = a straight flush to the { $top }
    .own = straight flush
    .whole = a straight flush to the { $top }
tall-cards-made-10 = five { $first }
    .own = five { $first }
    .whole = five { $first }
tall-cards-made-11 = a Royal Flush
    .own = Royal Flush
    .whole = a Royal Flush

## Kinds of hands, at the beginning of a sentence

tall-cards-kind-2 = A pair
tall-cards-kind-3 = Two pairs
tall-cards-kind-4 = Three of a kind
tall-cards-kind-5 = A straight
tall-cards-kind-6 = A full house
tall-cards-kind-7 = Four of a kind
tall-cards-kind-8 = A flush
tall-cards-kind-9 = A straight flush
tall-cards-kind-10 = Five of a kind
tall-cards-kind-11 = A Royal Flush

## Reasons

tall-cards-stands = { $card } as { $rank }
tall-cards-wild = { $who ->
    [you] You claimed { $suit }: your { $suit } cards are wild ({ $cards }).
   *[other] { $who } claimed { $suit }, so { $suit } cards are wild ({ $cards }).
}
tall-cards-kicker = The hands are the same so far. The next card decides: { $better } beats { $worse }.
tall-cards-enough = { $hand } or better would have won.
