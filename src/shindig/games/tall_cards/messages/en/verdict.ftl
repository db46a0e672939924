### Why a hand of Tall Cards was won or lost. $who is a player: "you" for the reader, a name for all others.

## Ranks of cards, for one card or for many. The expanded decks have other names for two of them.

tall-cards-value-0 = { $count ->
    [a] a 2
    [one] 2
   *[many] 2s
}
tall-cards-value-1 = { $count ->
    [a] a 3
    [one] 3
   *[many] 3s
}
tall-cards-value-2 = { $count ->
    [a] a 4
    [one] 4
   *[many] 4s
}
tall-cards-value-3 = { $count ->
    [a] a 5
    [one] 5
   *[many] 5s
}
tall-cards-value-4 = { $count ->
    [a] a 6
    [one] 6
   *[many] 6s
}
tall-cards-value-5 = { $count ->
    [a] a 7
    [one] 7
   *[many] 7s
}
tall-cards-value-6 = { $count ->
    [a] an 8
    [one] 8
   *[many] 8s
}
tall-cards-value-7 = { $deck ->
    [fruit] { $count ->
        [a] a Turtle
        [one] Turtle
       *[many] Turtles
    }
   *[other] { $count ->
        [a] a Tortoise
        [one] Tortoise
       *[many] Tortoises
    }
}
tall-cards-value-8 = { $count ->
    [a] a Unicorn
    [one] Unicorn
   *[many] Unicorns
}
tall-cards-value-9 = { $count ->
    [a] a Phoenix
    [one] Phoenix
   *[many] Phoenixes
}
tall-cards-value-10 = { $deck ->
    [fruit] { $count ->
        [a] a Dragon
        [one] Dragon
       *[many] Dragons
    }
   *[other] { $count ->
        [a] a Dragon Emperor
        [one] Dragon Emperor
       *[many] Dragon Emperors
    }
}
tall-cards-value-11 = { $count ->
    [a] an Ace
    [one] Ace
   *[many] Aces
}

## Hands in cards. The attribute `own` follows "your" or a name: "your pair of Aces"; `whole` ends a sentence.

tall-cards-made-1 = { $top } high
    .own = { $top } high
    .theirs = { $top } high
    .whole = { $top } high
tall-cards-made-2 = a pair of { $first }
    .own = pair of { $first }
    .theirs = pair of { $first }
    .whole = a pair of { $first }
tall-cards-made-3 = two pairs, { $first } and { $second },
    .own = two pairs
    .theirs = two pairs, { $first } and { $second },
    .whole = two pairs, { $first } and { $second }
tall-cards-made-4 = three { $first }
    .own = three { $first }
    .theirs = three { $first }
    .whole = three { $first }
tall-cards-made-5 = a straight to the { $top }
    .own = straight to the { $top }
    .theirs = straight to the { $top }
    .whole = a straight to the { $top }
tall-cards-made-6 = a full house, { $first } over { $second },
    .own = full house
    .theirs = full house, { $first } over { $second },
    .whole = a full house, { $first } over { $second }
tall-cards-made-7 = four { $first }
    .own = four { $first }
    .theirs = four { $first }
    .whole = four { $first }
tall-cards-made-8 = a flush, { $top } high,
    .own = flush
    .theirs = flush, { $top } high,
    .whole = a flush, { $top } high
tall-cards-made-9 = a straight flush to the { $top }
    .own = straight flush
    .theirs = straight flush to the { $top }
    .whole = a straight flush to the { $top }
tall-cards-made-10 = five { $first }
    .own = five { $first }
    .theirs = five { $first }
    .whole = five { $first }
tall-cards-made-11 = a Royal Flush
    .own = Royal Flush
    .theirs = Royal Flush
    .whole = a Royal Flush

## Kinds of hands

tall-cards-kind-2 = a pair
tall-cards-kind-3 = two pairs
tall-cards-kind-4 = three of a kind
tall-cards-kind-5 = a straight
tall-cards-kind-6 = a full house
tall-cards-kind-7 = four of a kind
tall-cards-kind-8 = a flush
tall-cards-kind-9 = a straight flush
tall-cards-kind-10 = five of a kind
tall-cards-kind-11 = a Royal Flush

## Reasons

tall-cards-stands = the { $card } was { $rank }
tall-cards-wild = { $who ->
    [you] You claimed { $suit }, so { $cards }.
   *[other] { $who } claimed { $suit }, so { $cards }.
}
tall-cards-kicker = The hands are the same so far, so the next card decides: { $better } beats { $worse }.
tall-cards-enough = { $who ->
    [you] Only { $hand } or better would have beaten you.
   *[other] { CAPITAL($hand) } or better would have won.
}
