### Why a round of Tall Card was won or lost. $who is a player: "you" for the reader, a name for all others.

## Hands in cards. The attribute `own` follows "your" or a name: "your White Dragon".

tall-card-values = { $value }s
tall-card-suit-0 = Bamboo
tall-card-suit-1 = Plums
tall-card-suit-2 = Diamonds
tall-card-dragons = { $dragon }s
tall-card-made-0 = no Rank
    .own = hand without a Rank
tall-card-made-1 = { $value } high
    .own = { $value } high
tall-card-made-2 = Dragon high
    .own = Dragon high
tall-card-made-3 = a pair of { $first }
    .own = pair of { $first }
    .short = pair of { $first }
tall-card-made-4 = two Dragons
    .own = two Dragons
tall-card-made-5 = two { $first } of { $suits }
    .own = two { $first } of { $suits }
    .short = identical { $first }
tall-card-made-6 = two { $first }
    .own = two { $first }
    .short = 2 { $first }
tall-card-made-7 = two { $first } and two { $second }
    .own = two { $first } and two { $second }
    .short = { $first } and { $second }
tall-card-made-8 = three Dragons
    .own = three Dragons
tall-card-made-9 = three { $first }
    .own = three { $first }
tall-card-made-10 = two { $second } and two { $first }
    .own = two { $second } and two { $first }
    .short = Dragons and { $first }
tall-card-made-11 = a straight to the { $value }
    .own = straight to the { $value }
    .short = straight to { $value }
tall-card-made-12 = four Dragons
    .own = four Dragons
tall-card-made-13 = five { $many }
    .own = five { $many }
tall-card-made-14 = three { $first }
    .own = three { $first }
    .short = 3 { $first }
tall-card-made-15 = two identical { $first } and two identical { $second }
    .own = two identical { $first } and two identical { $second }
    .short = { $first } and { $second }
tall-card-made-16 = three { $first } and two { $second }
    .own = three { $first } and two { $second }
    .short = full house
tall-card-made-17 = two { $first } and two { $second }
    .own = two { $first } and two { $second }
    .short = two Dragon pairs
tall-card-made-18 = four { $first }
    .own = four { $first }
tall-card-made-19 = three { $first } and two { $second }
    .own = three { $first } and two { $second }
    .short = Dragons over { $second }
tall-card-made-20 = five Dragons
    .own = five Dragons
tall-card-made-21 = a straight in { $suits } to the { $value }
    .own = straight in { $suits } to the { $value }
    .short = { $suit } straight
tall-card-made-22 = four { $first }
    .own = four { $first }
    .short = 4 { $first }
tall-card-made-23 = three { $first } and two { $second }
    .own = three { $first } and two { $second }
    .short = Dragon full house
tall-card-made-24 = five { $first }
    .own = five { $first }

## Reasons

tall-card-blocked = { $who ->
    [you] Your { $count ->
        [one] { $dragon }
       *[other] { $dragon }s
    } { $count ->
        [one] doesn’t
       *[other] don’t
    } count, because { $claimer } claimed the Tall Card.
   *[other] { $who }’s { $count ->
        [one] { $dragon }
       *[other] { $dragon }s
    } { $count ->
        [one] doesn’t
       *[other] don’t
    } count, because { $claimer } claimed the Tall Card.
}
tall-card-blocked-unclaimed = { $who ->
    [you] Your { $dragon } doesn’t count: it’s the Tall Card, and you didn’t claim it.
   *[other] { $who }’s { $dragon } doesn’t count: it’s the Tall Card.
}
tall-card-wild = { $who ->
    [you] You claimed the { $dragon }, so { $count ->
        [one] yours is wild: it counts as { $cards }.
       *[other] yours are wild: they count as { $cards }.
    }
   *[other] { $who } claimed the { $dragon }, so { $count ->
        [one] { $who }’s is wild: it counts as { $cards }.
       *[other] { $who }’s are wild: they count as { $cards }.
    }
}
tall-card-tie-raised = { $who ->
    [you] You both have { $called }, but you claimed { $tall } and have { $one } in yours.
   *[other] Both have { $called }, but { $who } claimed { $tall } and has { $one } in it.
}
tall-card-tie-lowered = { $who ->
    [you] You both have { $called }, but yours has { $kind ->
        [suit] { $one }, and you didn’t claim { $tall }.
       *[dragon] a wild Dragon.
    } That makes it the lowest.
   *[other] Both have { $called }, but { $who }’s has { $kind ->
        [suit] { $one }, and { $who } didn’t claim { $tall }.
       *[dragon] a wild Dragon.
    } That makes it the lowest.
}
tall-card-tie-cards = Both have { $called }, so the higher cards win.
tall-card-tie-rest = The other cards don’t count.
tall-card-enough = { $who ->
    [you] Only { $called } or better would have beaten you.
   *[other] { CAPITAL($called) } or better would have won.
}
tall-card-enough-threes = { $who ->
    [you] Even three 1s would have beaten you: they beat three mixed Dragons.
   *[other] Even three 1s would have won: they beat three mixed Dragons.
}
tall-card-enough-lowered = { CAPITAL($called) } without { $kind ->
    [suit] { $one }
   *[dragon] a wild Dragon
} would have beaten { $who ->
    [you] yours
   *[other] { $who }’s
}.
