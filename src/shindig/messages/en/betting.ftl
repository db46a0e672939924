### Betting, in the games that bet.
### $who is a player: "you" for the reader, a name for all others. $seats are several players.

## What happens, line by line

betting-checks = { $who ->
    [you] You checked.
   *[other] { $who } checked.
}
betting-folds = { $who ->
    [you] You folded.
   *[other] { $who } folded.
}
betting-calls = { $who ->
    [you] You called { $amount }.
   *[other] { $who } called { $amount }.
}
betting-calls-all-in = { $who ->
    [you] You called { $amount }, and you’re all-in.
   *[other] { $who } called { $amount } and is all-in.
}
betting-bets = { $who ->
    [you] You bet { $amount }.
   *[other] { $who } bet { $amount }.
}
betting-bets-all-in = { $who ->
    [you] You bet { $amount }, and you’re all-in.
   *[other] { $who } bet { $amount } and is all-in.
}
betting-raises = { $who ->
    [you] You raised to { $total }.
   *[other] { $who } raised to { $total }.
}
betting-raises-all-in = { $who ->
    [you] You raised to { $total }, and you’re all-in.
   *[other] { $who } raised to { $total } and is all-in.
}
betting-antes-all-in = { $who ->
    [you] Your last { $amount } { $amount ->
        [one] goes
       *[other] go
    } in as the ante. You’re all-in.
   *[other] { $who }’s last { $amount } { $amount ->
        [one] goes
       *[other] go
    } in as the ante: all-in.
}
betting-returned = { $who ->
    [you] Nobody called { $amount } of your bet, so you get that back.
   *[other] Nobody called { $amount } of { $who }’s bet, so { $who } gets that back.
}

## Pots and winners

betting-pot = Pot
betting-main-pot = Main pot
betting-side-pot = { $count ->
    [1] Side pot
   *[other] Side pot { $number }
}
betting-pot-goes = { $pot }: { PERSON($seats) ->
    [you] you win { $amount }.
    [one] { $seats } wins { $amount }.
   *[many] { $seats } share { $amount }.
}
betting-wins = { $who ->
    [you] You win { $amount }.
   *[other] { $who } wins { $amount }.
}
betting-carried = You can’t split { $amount }, so it goes into the next main pot.
betting-gains-with = { $who ->
    [you] You won { $amount } with { $made }.
   *[other] { $who } won { $amount } with { $made }.
}
betting-gains-unseen = { $who ->
    [you] You won { $amount } without showing.
   *[other] { $who } won { $amount } without showing.
}
betting-won-match = { PERSON($seats) ->
    [you] You win the match with { $amount }!
    [one] { $seats } wins the match with { $amount }.
   *[many] { CAPITAL($seats) } tie with { $amount } each.
}

## Questions and buttons

betting-ask-call = { $all ->
    [0] Call { $amount }, raise or fold?
   *[other] Call { $amount }, go all-in with { $all }, or fold?
}
    .kind = Calling, raising or folding
betting-ask-call-only = Call { $amount } or fold?
    .kind = Calling or folding
betting-ask-call-all-in = It’s { $amount } to call. Go all-in, or fold?
    .kind = Going all-in or folding
betting-ask-bet = Check or bet?
    .kind = Checking or betting
betting-check = Check
    .help = You stay in for free.
    .did = checked
    .doing = checking
betting-call = Call { $amount }
    .did = called { $amount }
    .doing = calling { $amount }
betting-call-all-in = Go all-in with { $amount }
    .did = went all-in with your { $amount }
    .doing = going all-in with your { $amount }
betting-all-in-share = You can win { $amount } of the { $pot } in the pot.
betting-all-in-whole = You can win the whole pot.
betting-fold = Fold
    .help = You lose what you’ve put in.
    .did = folded
    .doing = folding
betting-bet = Bet
    .did = bet { $amount }
    .doing = betting { $amount }
betting-raise = Raise to
    .did = raised to { $amount }
    .doing = raising to { $amount }
betting-least = min
betting-half-pot = half pot
betting-whole-pot = pot
betting-all-in = all-in
betting-most = max

## Why not

betting-refuse-bet = Somebody bet { $amount }: call, raise or fold.
betting-refuse-reopen = You can only call or fold: the last raise was too small to raise again.
betting-refuse-short = You can only call or fold: a call takes all you have.
betting-refuse-amount = Bet { $low } to { $high }, or raise by that much.
betting-refuse-no-bet = Nobody has bet yet: check or bet.
betting-refuse-no-bet-fold = Nobody has bet yet: check, bet or fold.
betting-refuse-step = It’s time to bet: check, bet, call, raise or fold.

## At a seat

badge-dealer = dealer
    .short = D
badge-all-in = all-in
badge-claims = claimed { $card }
    .short = claimed
said-wins = won { $amount }
said-rank-wins = won { $amount }: { $rank }
said-drew = { $count ->
    [0] kept all
   *[other] swapped { $count }
}
betting-broke = { $who ->
    [you] You’re broke.
   *[other] { $who } is broke.
}
