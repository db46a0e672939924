### Why a hand of a betting game was won or lost. $who is a player: "you" for the reader, a name for all others.
### $hand is the winning hand, $own the beaten one, as "three 2s" and "White Dragon".

verdict-all-folded = { $who ->
    [you] You win { $amount }: everyone else folded.
   *[other] { $who } wins { $amount }: everyone else folded.
}
verdict-folded-unseen = { $who ->
    [you] You folded. { $winner } wins { $amount } without showing.
   *[other] { $who } folded. { $winner ->
        [you] You win { $amount } without showing.
       *[other] { $winner } wins { $amount } without showing.
    }
}
verdict-you-folded = { $who ->
    [you] You had folded.
   *[other] { $who } had folded.
}
verdict-folded-hand = { $who ->
    [you] You folded: your { $own } would have { $would ->
        [win] won
        [split] split the pot
       *[lose] lost
    }.
   *[other] { $who } folded: { $own } would have { $would ->
        [win] won
        [split] split the pot
       *[lose] lost
    }.
}
verdict-call-yours = { $who ->
    [you] A call would have kept you in.
   *[other] A call would have kept { $who } in.
}
verdict-call-any = One call would have kept the hand going.
verdict-you-out = { $who ->
    [you] You’re out of the match: you have no chips left.
   *[other] { $who } is out of the match.
}
verdict-loses = { $who ->
    [you] You lose to { $winner }: { $hand } { $verb ->
        [one] beats
       *[many] beat
    } your { $own }.
   *[other] { $who } loses to { $winner }: { $hand } { $verb ->
        [one] beats
       *[many] beat
    } { $own }.
}
verdict-part = { $who ->
    [you] You win { $amount } with your { $own }. { $winner } wins the rest with { $hand }.
   *[other] { $who } wins { $amount } with { $own }. { $winner ->
        [you] You win the rest with { $hand }.
       *[other] { $winner } wins the rest with { $hand }.
    }
}
verdict-wins = { $who ->
    [you] You win { $amount }: { $hand } { $verb ->
        [one] beats
       *[many] beat
    } { $other }’s { $own }.
   *[other] { $who } wins { $amount }: { $hand } { $verb ->
        [one] beats
       *[many] beat
    } { $other ->
        [you] your { $own }
       *[other] { $other }’s { $own }
    }.
}
verdict-wins-alone = { $who ->
    [you] You win { $amount } with { $hand }.
   *[other] { $who } wins { $amount } with { $hand }.
}
verdict-split = { CAPITAL($seats) } split the pot: the hands tie with { $hand }.
