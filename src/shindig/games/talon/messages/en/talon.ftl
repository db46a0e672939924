### Talon. $who is a player: "you" for the reader, a name for all others. $seats are several players.
### $card and $taken are cards with an article, as "the King of Cups" or "the Magician (1)".

talon-blurb = Win tricks. Think you can take on the whole table? Bid. With five players, you get a secret partner.
    .short = Bid, and win tricks

## The header

talon-title = Hand { $number }: { $step }
talon-title-result = Hand { $number }: Result
talon-step-0 = Who deals first?
talon-step-1 = Shuffling
talon-step-2 = Cutting the deck
talon-step-3 = Cutting the deck
talon-step-4 = Before the bidding
talon-step-5 = { $number ->
    [0] Bidding
   *[other] New deal, bidding
}
talon-step-6 = Calls
talon-step-7 = Calls
talon-step-8 = Calls
talon-step-9 = Calls
talon-step-10 = Naming a partner
talon-step-11 = The talon
talon-step-12 = Trick { $number }
talon-step-13 = The Magician’s ending
talon-step-14 = Match over

## Words for bids, calls, suits and numbers

talon-bid-0 = Pass
talon-bid-1 = Take
talon-bid-2 = Guard
talon-bid-3 = Guard without the Talon
talon-bid-4 = Guard against the Talon
talon-bid-short-0 = Pass
    .did = passed
    .doing = passing
talon-bid-short-1 = Take
    .did = bid Take
    .doing = bidding Take
talon-bid-short-2 = Guard
    .did = bid Guard
    .doing = bidding Guard
talon-bid-short-3 = Guard without
    .did = bid Guard without the Talon
    .doing = bidding Guard without the Talon
talon-bid-short-4 = Guard against
    .did = bid Guard against the Talon
    .doing = bidding Guard against the Talon
talon-handful-0 = No handful
    .did = showed no handful
    .doing = showing no handful
talon-handful-1 = Single handful
    .did = showed a single handful
    .doing = showing a single handful
talon-handful-2 = Double handful
    .did = showed a double handful
    .doing = showing a double handful
talon-handful-3 = Triple handful
    .did = showed a triple handful
    .doing = showing a triple handful
talon-handful-a-1 = a single handful
talon-handful-a-2 = a double handful
talon-handful-a-3 = a triple handful
talon-handful-badge-1 = single handful
    .short = handful
talon-handful-badge-2 = double handful
    .short = double handful
talon-handful-badge-3 = triple handful
    .short = triple handful
talon-slam-0 = No slam
    .did = called no slam
    .doing = calling no slam
talon-slam-1 = Little slam
    .did = called a little slam
    .doing = calling a little slam
talon-slam-2 = Grand slam
    .did = called a grand slam
    .doing = calling a grand slam
talon-slam-a-1 = a little slam
talon-slam-a-2 = a grand slam
talon-slam-badge-1 = little slam
talon-slam-badge-2 = grand slam
talon-misery-1 = no trumps
talon-misery-2 = no court cards
talon-misery-3 = no trumps and no court cards
talon-suit-0 = Swords
talon-suit-1 = Cups
talon-suit-2 = Pentacles
talon-suit-3 = Wands
talon-the-card = the { $card }
talon-the-trump = { $card } ({ $value })
talon-honors = { $count ->
    [0] no honors
    [one] one honor
    [2] two honors
   *[other] three honors
}

## What happens, line by line

talon-hand = { $who ->
    [you] Hand { $number }. You deal.
   *[other] Hand { $number }. { $who } deals.
}
talon-cut-card = { $who ->
    [you] you { $card }
   *[other] { $who } { $card }
}
talon-first-dealer = { $who ->
    [you] Everyone draws a card: { $cards }. You deal first.
   *[other] Everyone draws a card: { $cards }. { $who } deals first.
}
talon-shuffled = There, shuffled.
talon-taps = { $who ->
    [you] You didn’t cut.
   *[other] { $who } didn’t cut.
}
talon-cuts = { $who ->
    [you] You cut { $count ->
        [one] one card
       *[other] { $count } cards
    }.
   *[other] { $who } cut { $count ->
        [one] one card
       *[other] { $count } cards
    }.
}
talon-cuts-about = { $who ->
    [you] You cut about { $count ->
        [one] one card
       *[other] { $count } cards
    }.
   *[other] { $who } cut about { $count ->
        [one] one card
       *[other] { $count } cards
    }.
}
talon-passed-out = You all passed, so it’s a new deal.
talon-dry = { $who ->
    [you] Your only trump is the Magician (a little dry), so it’s a new deal.
   *[other] { $who }’s only trump is the Magician (a little dry), so it’s a new deal.
}
talon-passes = { $who ->
    [you] You passed.
   *[other] { $who } passed.
}
talon-bids = { $who ->
    [you] You bid { $bid }.
   *[other] { $who } bid { $bid }.
}
talon-taker = { $who ->
    [you] You win the bidding: { $bid }.
   *[other] { $who } wins the bidding: { $bid }.
}
talon-misery = { $who ->
    [you] You declared misery: you have { $kind }. Everyone else pays you 10.
   *[other] { $who } declared misery, with { $kind }. You all pay 10.
}
talon-calls-handful = { $who ->
    [you] You called { $call } and showed { $count } trumps.
   *[other] { $who } called { $call } and showed { $count } trumps.
}
talon-promises-slam = { $who ->
    [you] You called { $call }, so you lead.
   *[other] { $who } called { $call }, so { $who } leads.
}
talon-evasive = { $who ->
    [you] Your only trump is the Magician. So in this hand you can play it to any trick, like the Fool.
   *[other] { $who }’s only trump is the Magician. So in this hand it can go to any trick, like the Fool.
}
talon-names = { $who ->
    [you] You named { $card }. Whoever holds it is your secret partner.
   *[other] { $who } named { $card }. Whoever holds it is { $who }’s secret partner.
}
talon-shows = { $who ->
    [you] You showed { $card }.
   *[other] { $who } showed { $card }.
}
talon-swaps = { $who ->
    [you] You put { $card } in the talon and took { $taken }.
   *[other] { $who } put { $card } in the talon and took { $taken }.
}
talon-puts-trump = { $who ->
    [you] You put { $card } in the talon. It’s a trump, so you must show it.
   *[other] { $who } put { $card } in the talon and must show it, as it’s a trump.
}
talon-exchanged = { $who ->
    [you] You’re done with the talon.
   *[other] { $who } is done with the talon.
}
talon-leads = { $who ->
    [you] You led { $card }.
   *[other] { $who } led { $card }.
}
talon-plays = { $who ->
    [you] You played { $card }.
   *[other] { $who } played { $card }.
}
talon-ending-plus = { $who ->
    [you] Your Magician makes the hand worth 10 more.
   *[other] { $who }’s Magician makes the hand worth 10 more.
}
talon-ending-minus = { $who ->
    [you] Your Magician makes the hand worth 10 less.
   *[other] { $who }’s Magician makes the hand worth 10 less.
}
talon-wins-trick = { $who ->
    [you] You win the trick.
   *[other] { $who } wins the trick.
}
talon-pays-excuse = { $who ->
    [you] You get { $card } in exchange for { $excuse }.
   *[other] { $who } gets { $card } in exchange for { $excuse }.
}
talon-pays-debt = { CAPITAL($card) } changes sides, in exchange for { $excuse }.
talon-excuse = the Fool
    .either = the Fool or the Magician
talon-owes = { $who ->
    [you] You keep { $card }, but your side owes a card for it.
   *[other] { $who } keeps { $card }, but that side owes a card for it.
}
talon-alone = { $who ->
    [you] You have no partner and play alone.
   *[other] { $who } has no partner and plays alone.
}
talon-partner = { $partner ->
    [you] You’re { $who }’s partner.
   *[other] { $who ->
        [you] { $partner } is your partner.
       *[other] { $partner } is { $who }’s partner.
    }
}
talon-change = { $who ->
    [you] you { $amount }
   *[other] { $who } { $amount }
}
talon-changes = This hand: { $changes }.
talon-drops-out = { $who ->
    [you] You’ve got no tokens left, so you’re out.
   *[other] { $who } has no tokens left and is out.
}
talon-over = { CAPITAL($why) }. { $winners }
talon-won-match = { PERSON($seats) ->
    [you] You win the match with { $amount }!
    [one] { $seats } wins the match with { $amount }.
   *[many] { CAPITAL($seats) } tie with { $amount } each.
}

## Why a match ends

talon-ended-1 = that was the last hand
talon-ended-2 = somebody’s out of tokens
talon-ended-3 = only two players are left

## Results

talon-each-pays = Everyone else pays { $amount }.
talon-each-gets = Everyone else gets { $amount }.
talon-slam-made = { PERSON($seats) ->
    [you] You made a slam!
    [one] { $seats } made a slam
   *[many] { CAPITAL($seats) } made a slam
}

## At a seat

talon-badge-taker = { $over ->
    [0] Taker: { $level ->
        [1] Take ×1
        [2] Guard ×2
        [3] Guard without ×4
       *[4] Guard against ×6
    }
   *[1] bid { $level ->
        [1] Take
        [2] Guard
        [3] Guard without
       *[4] Guard against
    }
}
    .short = { $over ->
    [0] { $level ->
        [1] Taker: Take ×1
        [2] Taker: Guard ×2
        [3] Guard without ×4
       *[4] Guard against ×6
    }
   *[1] { $level ->
        [1] Take
        [2] Guard
        [3] Guard without
       *[4] Guard against
    }
}
talon-badge-partner = partner
talon-badge-misery = misery
talon-badge-evasive = evasive Magician
talon-said-passes = passed
talon-said-bids = bid { $bid }
    .short = { $brief }

## On the table

talon-pile-hand = hand
talon-pile-handful = handful
talon-pile-tricks = { $count ->
    [one] 1 trick
   *[other] { $count } tricks
}
talon-pile-talon = talon
talon-pile-laid = put away
    .note = in the talon
talon-pile-deck = deck
talon-pile-named = partner’s card
    .note = { $who ->
    [you] its holder is your partner
   *[other] its holder is { $who }’s partner
}
talon-pile-excuse = not paid yet
    .note = { $who ->
    [you] you owe a card for it
   *[other] { $who } owes a card for it
}
talon-pile-given = in exchange
    .note = for { $excuse }
talon-pile-draw = draw
talon-wins = wins

## Your hand

talon-holding = { $trumps ->
    [0] { $fool ->
        [0] No trumps
       *[1] The Fool
    }
    [one] 1 trump{ $fool ->
        [0] {""}
       *[1] {" "}and the Fool
    }
   *[other] { $trumps } trumps{ $fool ->
        [0] {""}
       *[1] {" "}and the Fool
    }
}{ $honors ->
    [0] {""}
    [one] , 1 honor
   *[other] , { $honors } honors
}{ $kings ->
    [0] {""}
    [one] , 1 king
   *[other] , { $kings } kings
}
talon-side = { PERSON($seats) ->
    [you] You, the taker
    [one] { $seats }, the taker
   *[many] { CAPITAL($seats) }
}
talon-your-side = Your side
talon-side-takers = Taker’s side
talon-side-defenders = Defenders
talon-others = The others
talon-you-need = Your side needs
    .points = { $points } points, fewer if you win honors
    .won = Your side has
    .enough = enough points to win

## Questions and buttons

talon-ask-cut = Want to cut the deck?
    .kind = Cutting the deck
talon-ask-cut-again = We don’t shuffle between hands. Want to cut the deck?
    .kind = Cutting the deck
talon-ask-must-cut = Cut the deck: how many cards?
    .kind = Cutting the deck
talon-tap = Just deal
    .did = didn’t cut
    .doing = not cutting
talon-next = Next hand
    .did = didn’t cut
    .doing = not cutting
talon-cut-about = Cut about
    .rare = Cut
    .did = cut about { $amount }
    .doing = cutting about { $amount }
talon-cut = Cut
    .did = cut { $amount }
    .doing = cutting { $amount }
    .third = a third
    .half = half
    .two-thirds = two thirds
talon-ask-dry = Is the Magician your only trump?
    .kind = Asking for a new deal
    .meaning = If the Magician is your only trump, you can ask for a new deal. If not, go on.
talon-continue = Continue
    .did = went on
    .doing = going on
talon-call-dry = New deal
    .help = The Magician is your only trump, so you can have one.
    .did = asked for a new deal
    .doing = asking for a new deal
talon-ask-bid = What’s your bid?
    .kind = Bidding
talon-ask-bid-more = { $who } bid { $bid }. Go higher, or pass?
    .kind = Going higher or passing
talon-bid-help-0 = You’re out of the bidding.
talon-bid-help-1 = You get to swap cards with the talon. Normal score.
    .short = you swap, ×1
talon-bid-help-2 = You get to swap cards with the talon. Times two.
    .short = you swap, ×2
talon-bid-help-3 = The talon stays face down, but you get its points. Times four.
    .short = no swap, you score the talon, ×4
talon-bid-help-4 = The talon stays face down, and the others get its points. Times six.
    .short = no swap, they score the talon, ×6
talon-ask-misery = Declare misery?
    .kind = Declaring misery
    .meaning = If you have no trumps or no court cards, you can declare misery: everyone else pays you 10. If not, go on.
talon-call-misery = Declare misery
    .help = Everyone else pays you 10.
    .did = declared misery
    .doing = declaring misery
talon-ask-handful = Show a handful?
    .kind = Showing a handful
    .meaning = If you have a lot of trumps, you can show them for a bonus: a handful. It goes to the side that wins the hand.
talon-handful-help = Show { $count } trumps: { $amount } for the side that wins the hand.
talon-ask-show = Show your handful from high to low: { $count } more.
    .kind = Showing a handful
talon-show = Show
talon-ask-slam = Call a slam?
    .kind = Calling a slam
    .meaning = A grand slam is every trick, a little slam all but three. Call it and make it, and you win a lot. Miss it, and it costs you.
talon-slam-help-1 = Win all tricks but three: +300, or −150 if you fail. You lead first.
talon-slam-help-2 = Win every trick: +400, or −200 if you fail. You lead first.
talon-ask-name = Name a card. Whoever has it is your secret partner.
    .kind = Naming a partner
    .meaning = Your partner says nothing. The others only find out when the card is played.
talon-name-own = You have it yourself, so you’d play alone.
talon-name-card = { $card }
    .did = named { $the }
    .doing = naming { $the }
talon-ask-lay = Talon card { $number } of { $total } is { $card }. Leave it, or pick a card to swap for it.
    .kind = Swapping with the talon
talon-ask-must-lay = Talon card { $number } of { $total } is { $card }. Pick a card to swap for it.
    .kind = Swapping with the talon
talon-leave = Leave { $card }
    .did = left { $the }
    .doing = leaving { $the }
talon-lay = Swap
    .help = You take { $card } for it. What you took stays in your hand.
talon-exchange = Done
    .help = Pick a talon card, then the card for it.
talon-ask-ending = Your Magician: is the hand worth 10 more or 10 less?
    .kind = Choosing the ending
    .meaning = Your Magician in the last trick changes what the hand is worth, before the bid multiplies it.
talon-ask-ending-fool = If the Fool comes last, is the hand worth 10 more or 10 less?
    .kind = Choosing the ending
talon-minus = 10 less
    .help = Good if your side is losing.
    .did = chose 10 less
    .doing = choosing 10 less
talon-plus = 10 more
    .help = Good if your side is winning.
    .did = chose 10 more
    .doing = choosing 10 more
talon-ask-lead = Lead a card.
    .kind = Leading a card
talon-ask-play = Play a card.
    .kind = Following someone else’s lead
talon-play = Play
talon-play-card = Play { $card }
    .did = played { $the }
    .doing = playing { $the }
talon-show-card = Show { $card }
    .did = showed { $the }
    .doing = showing { $the }
talon-lay-card = Swap { $card }
    .did = swapped { $the } for { $place }
    .doing = swapping { $the } for { $place }

## Why not

talon-refuse-step = “{ $written }” isn’t possible now. Try { $expected }.
talon-refuse-tap = After a new deal you have to cut the deck.
talon-refuse-dry = You can ask for a new deal only if the Magician is your only trump.
talon-refuse-bid = Somebody’s already bid { $bid }: bid higher or pass.
talon-refuse-misery = You can declare misery only with no trumps or with no court cards.
talon-refuse-handful = You have too few trumps for this handful.
talon-refuse-show-fool = You can show the Fool only if you need it to complete the handful.
talon-refuse-show = Show your handful from high to low, and keep enough trumps to finish it.
talon-refuse-name = You can name a queen only if you hold all four kings.
talon-refuse-lay-taken = You’ve just taken { $card } from the talon, so it stays in your hand.
talon-refuse-lay-trumps = You put a trump in the talon, so you can keep only trumps and kings.
talon-refuse-lay = You can’t put kings or honors in the talon, and trumps only if nothing else is left.
talon-refuse-lead = Don’t lead { $suit } to the first trick: the taker named a card of it.
talon-refuse-trump = A trump was led: play a higher trump, or any trump if you have none higher.
talon-refuse-overruff = At this table you must beat the trumps in the trick if you can.
talon-refuse-suit = { $suit } were led: follow suit. If you can’t, play a trump.
talon-refuse-card = You don’t hold { $card }.
talon-expected-2 = tap, or cut and a number from 1 to 77, like cut 30
talon-expected-4 = no dry or little dry
talon-expected-5 = pass, take, guard, without or against
talon-expected-6 = no misery or misery
talon-expected-7 = no handful, single handful, double handful or triple handful
talon-expected-8 = show and a trump, like show T21
talon-expected-9 = no slam, little slam or grand slam
talon-expected-10 = name and a king, like name KC
talon-expected-11 = leave, or lay and a card, like lay 3C
talon-expected-12 = play and a card, like play KS
talon-expected-13 = minus or plus
talon-expected-nothing = nothing now

## Advice

talon-hint-hand = You have { $trumps ->
    [0] no trumps
    [one] one trump
   *[other] { $trumps } trumps
} and { $kings ->
    [0] no kings
    [one] one king
    [2] two kings
    [3] three kings
   *[other] four kings
}. An average hand has about { $fair } trumps.
    .past = You had { $trumps ->
        [0] no trumps
        [one] one trump
       *[other] { $trumps } trumps
    } and { $kings ->
        [0] no kings
        [one] one king
        [2] two kings
        [3] three kings
       *[other] four kings
    }. An average hand has about { $fair } trumps.
talon-hint-needed = With { $honors }, you need { $needed } of the 91 points.
    .past = With { $honors }, you needed { $needed } of the 91 points.
talon-hint-short = You’re short in { $suits }, so you can trump soon.
    .past = You were short in { $suits }, so you could have trumped soon.
talon-hint-dry = The Magician is your only trump. Ask for a new deal, or play it to any trick you like.
talon-hint-talon = Points you put in the talon are safe: they count for you.
talon-hint-empty = You could get rid of { $suit }: { $cards }.
talon-hint-follow = { $held ->
    [suit] { $suit } were led, and you have some, so you have to play one{ $excuse ->
        [fool] {" "}or the Fool.
        [magician] {" "}or the Magician.
       *[none] .
    }
    [trump] { $suit } were led, and you have none, so you have to play a trump{ $excuse ->
        [fool] {" "}or the Fool.
        [magician] {" "}or the Magician.
       *[none] .
    }
   *[nothing] { $suit } were led, and you have none and no trumps: play what you like.
}
talon-why-gives = { $who } was winning the trick, and { $made } gave away { $points } points.
talon-why-adds = Your side was winning the trick, and { $better } is worth { $points } points.
talon-why-takes = { CAPITAL($better) } beats what’s on the table, and { $made } doesn’t.
talon-why-keeps = With { $better } you keep { $made }, which beats more.
talon-why-higher = { CAPITAL($better) } is harder to beat than { $made }.
talon-why-short = { $count ->
    [one] You had only one card in { $suit }. With it gone, you could have trumped { $suit }.
   *[other] You had only { $count } cards in { $suit }. With them gone, you could have trumped { $suit }.
}
talon-hint-slam = A grand slam is every trick, a little slam all but three.
talon-hint-follow-trump = A trump was led: play a higher one if you can.
talon-hint-trick = This trick is worth { $points } so far.
talon-hint-trumps = { $count ->
    [0] All other trumps are gone.
    [one] There’s one more trump out.
   *[other] There are { $count } more trumps out.
}
talon-hint-best = Still the highest of the suit: { $cards }.

## Panels

talon-sheet = Score sheet
    .hand = Hand
    .taker = Taker
    .score = Score
    .tokens = Tokens
talon-sheet-seat = { $who ->
    [you] You
   *[other] { $who }
}
talon-sheet-hand = { CAPITAL($seats) }: { $bid }
talon-needed = Points to win
    .with = with
    .taker = taker
    .defenders = the others
talon-tricks = Tricks
    .winner = won by
talon-sum = Sum of hand { $number }
    .points = points
talon-sum-line = { $what }: { $amount }.
talon-sum-points = { PERSON($seats) ->
    [you] Your points
    [one] { $seats }’s points
   *[many] Points of { $seats }
}
talon-sum-needed = Needed with { $honors }
talon-sum-base = Every hand
talon-sum-over = Over by { $amount }, rounded up
talon-sum-short = Short by { $amount }, rounded up
talon-sum-ending = The Magician’s ending
talon-sum-times = { $bid }: { $base } × { $factor }
talon-sum-handfuls = Handfuls
talon-sum-won = { PERSON($seats) ->
    [you] You won
    [one] { $seats } won
   *[many] { CAPITAL($seats) } won
}
talon-sum-lost = { PERSON($seats) ->
    [you] You lost
    [one] { $seats } lost
   *[many] { CAPITAL($seats) } lost
}
talon-sum-slam = Slam
talon-sum-pays = Each of the others pays
talon-sum-gets = Each of the others gets

## Options of a table

talon-option-hands = Length
    .help = The match ends after this many scored hands.
    .value = { $value ->
        [0] no end
        [one] one hand
       *[other] { $value } hands
    }
    .length = { $value ->
        [0] no end
        [one] one hand
       *[other] { $value } hands
    }
talon-option-tokens = Tokens
    .help = Play with tokens, or write scores from zero.
    .value = { $value ->
        [0] no tokens, a score sheet
       *[other] { $value } tokens each
    }
talon-option-on-broke = Out of tokens
    .help = What happens when somebody has no tokens left?
    .value = { $value ->
        [end] the match ends
       *[drop] they’re out
    }
talon-option-first-packet = First packet
    .help = Which of the dealer’s neighbors gets the first cards?
    .value = { $value ->
        [left] the one on the left
       *[right] the one on the right
    }
talon-option-cut = Cutting
    .help = Do you cut exactly as many cards as you say, or up to six more or fewer?
    .value = { $value ->
        [approximate] about as many as you say
       *[exact] exactly as many as you say
    }
talon-option-shuffle = Shuffling
    .help = Is the deck shuffled for each deal, or gathered and dealt again?
    .value = { $value ->
        [never] only for the first deal
       *[each-hand] for each deal
    }
talon-option-lay-away = Cards for the talon
    .help = Which cards may the taker put in the talon?
    .value = { $value ->
        [any] any card
       *[french] no kings or honors, trumps only if needed
    }
talon-option-overruff = Beating trumps
    .help = When you trump a suit, must you beat the trumps already played?
    .value = { $value ->
        [off] any trump will do
       *[on] you must beat them if you can
    }
talon-option-tricks = Looking back
    .help = Which tricks can you look at again?
    .value = { $value ->
        [last] the last trick only
       *[all] all tricks
    }
