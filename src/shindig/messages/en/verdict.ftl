### Why a hand of a betting game was won or lost. $who is a player: "you" for the reader, a name for all others.
### $hand is the winning hand, $own the beaten one, as "three 2s" and "White Dragon".

verdict-all-folded = { $who ->
    [you] Everyone else folded, so you win { $amount }.
   *[other] Everyone else folded, so { $who } wins { $amount }.
}
verdict-folded-unseen = { $who ->
    [you] { $count ->
        [one] You folded
       *[other] You all folded
    }, so { $winner } wins { $amount }.
   *[other] { $count ->
        [one] { $who } folded
       *[other] Everyone else folded
    }, so { $winner ->
        [you] you win { $amount }.
       *[other] { $winner } wins { $amount }.
    }
}
verdict-you-folded = { $who ->
    [you] You had folded.
   *[other] { $who } had folded.
}
verdict-folded-hand = { $who ->
    [you] { $would ->
        [win] Your { $own } would have won.
        [split] Your { $own } would have split the pot.
       *[lose] Good fold!
    }
   *[other] { $would ->
        [win] { $who } folded, but { $own } would have won.
        [split] { $who } folded, but { $own } would have split the pot.
       *[lose] Good fold by { $who }: { $own } would have lost.
    }
}
verdict-you-out = { $who ->
    [you] You’re broke, so you’re out.
   *[other] { $who } is out.
}
verdict-loses = { $who ->
    [you] { $winner }’s { $theirs } { $verb ->
        [one] beats
       *[many] beat
    } your { $own }.
   *[other] { $winner ->
        [you] Your { $theirs } { $verb ->
            [one] beats
           *[many] beat
        } { $who }’s { $own }.
       *[other] { $winner }’s { $theirs } { $verb ->
            [one] beats
           *[many] beat
        } { $who }’s { $own }.
    }
}
verdict-part = { $who ->
    [you] You win { $amount } with your { $own }. { $winner } wins the rest with { $hand }.
   *[other] { $who } wins { $amount } with { $own }. { $winner ->
        [you] You win the rest with { $hand }.
       *[other] { $winner } wins the rest with { $hand }.
    }
}
verdict-wins = { $who ->
    [you] You win { $amount } with { $hand } against { $other }’s { $own }.
   *[other] { $who } wins { $amount } with { $hand } against { $other ->
        [you] your { $own }
       *[other] { $other }’s { $own }
    }.
}
verdict-wins-alone = { $who ->
    [you] You win { $amount } with { $hand }.
   *[other] { $who } wins { $amount } with { $hand }.
}
verdict-split = { PERSON($seats) ->
    [you] You win the pot with { $hand }.
    [one] { $seats } wins the pot with { $hand }.
   *[many] { CAPITAL($seats) } { $count ->
        [2] both
       *[other] all
    } have { $hand } and split the pot{ $amount ->
        [0] .
       *[other] : { $amount } each.
    }
}
