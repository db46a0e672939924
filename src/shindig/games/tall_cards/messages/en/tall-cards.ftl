### Tall Cards. $who is a player: "you" for the reader, a name for all others. $tall is the Tall Card's suit: "Plums".

tall-cards-blurb = Six suits, and no limit on bets. Claim a suit, and its cards are wild: they can be any card you need.
    .short = Six suits, no limit on bets

## Suits

suit-fruit-tall-p = Plums
suit-fruit-tall-h = Peaches
suit-fruit-tall-o = Oranges
suit-fruit-tall-a = Apples
suit-fruit-tall-r = Apricots
suit-fruit-tall-b = Bananas
suit-expanded-tall-b = Bamboo
suit-expanded-tall-p = Plums
suit-expanded-tall-d = Diamonds
suit-expanded-tall-w = Wan
suit-expanded-tall-s = Spades
suit-expanded-tall-x = Swords

## The header

tall-cards-title = Tall Cards
tall-cards-title-step = Hand { $number }: { $step }
tall-cards-step-0 = Who deals first?
tall-cards-step-1 = Getting ready
tall-cards-step-2 = Getting ready
tall-cards-step-3 = Antes
tall-cards-step-4 = First bets
tall-cards-step-5 = Swap or claim
tall-cards-step-6 = Last bets
tall-cards-step-7 = Showdown
tall-cards-step-8 = Result

## What happens, line by line

tall-cards-hand = { $who ->
    [you] Hand { $number }. You deal. The Tall Card is { $tall }.
   *[other] Hand { $number }. { $who } deals. The Tall Card is { $tall }.
}
tall-cards-no-bets = Nobody can bet any more, so it’s time to swap.
tall-cards-antes = { $who ->
    [you] You paid the ante.
   *[other] { $who } paid the ante.
}
tall-cards-sits-out = { $who ->
    [you] You sat this hand out.
   *[other] { $who } sat this hand out.
}
tall-cards-void = Too few of you joined. You get your antes back.
tall-cards-claims = { $who ->
    [you] You claimed { $tall }, so your { $tall } are wild.
   *[other] { $who } claimed { $tall }, so { $who }’s { $tall } are wild.
}
tall-cards-must-claim = { $who ->
    [you] Nobody wanted it, so you’re stuck with it: you’re the dealer.
   *[other] Nobody wanted it, so { $who }’s stuck with it, as the dealer.
}
tall-cards-shows-ace = { $who ->
    [you] You showed the { $card } and kept it.
   *[other] { $who } showed the { $card } and kept it.
}
tall-cards-shows = { $who ->
    [you] You showed { $made }.
   *[other] { $who } showed { $made }.
}
tall-cards-shows-wild = { $who ->
    [you] You showed { $made }, with { $wild }.
   *[other] { $who } showed { $made }, with { $wild }.
}
tall-cards-shows-late = { $who ->
    [you] You showed { $made } after all.
   *[other] { $who } showed { $made } after all.
}
    .wild = { $who ->
        [you] You showed { $made } after all, with { $wild }.
       *[other] { $who } showed { $made } after all, with { $wild }.
    }
tall-cards-mucks = { $who ->
    [you] You didn’t show your hand.
   *[other] { $who } didn’t show.
}
tall-cards-gives = { $who ->
    [you] You gave { $receiver } { $amount }.
   *[other] { $who } gave { $receiver } { $amount }.
}
    .back = { $who ->
        [you] You gave { $receiver } { $amount }, so { $receiver } can play on.
       *[other] { $who } gave { $receiver } { $amount }, so { $receiver } can play on.
    }
tall-cards-leftover = { $who ->
    [you] You get the { $amount } left over.
   *[other] { $who } gets the { $amount } left over.
}
tall-cards-over = { CAPITAL($why) }. { $winners }

## Why a match ends

tall-cards-ended-1 = that was the last hand
tall-cards-ended-2 = one player has all the chips
tall-cards-ended-3 = the time is up
tall-cards-ended-4 = nobody wants to play on

## On the table

tall-cards-pile-tall = Tall Card
tall-cards-pile-deck = deck
tall-cards-pile-ace = Ace shown
tall-cards-in-play = Tall Card: { $tall }
tall-cards-claimed = { $who ->
    [you] you claimed it
   *[other] claimed by { $who }
}
tall-cards-unclaimed = not claimed
tall-cards-shown = { CAPITAL($made) }
    .short = { $kind }
tall-cards-sitting-out = sits out
    .seats = { PERSON($seats) ->
        [you] You sit out.
        [one] { $seats } sits out.
       *[many] { CAPITAL($seats) } sit out.
    }
tall-cards-not-shown = not shown
    .seats = { PERSON($seats) ->
        [you] You didn’t show.
       *[other] { CAPITAL($seats) } didn’t show.
    }
tall-cards-bluff = { $who ->
    [you] You bluffed with { $made }
   *[other] { $who } bluffed with { $made }
}

## Your hand

tall-cards-beats = beats
tall-cards-holding = { CAPITAL($made) }
tall-cards-wild-cards = wild:
tall-cards-counts-as = the { $cards } as { $rank }
tall-cards-note-as = as { $rank }
    .short = ={ $sign }
tall-cards-if-claimed = if you claim,
    .same = it won’t get any better
    .better = you get { $made }

## Questions and buttons

tall-cards-ask-ready = Ready for the next hand?
    .kind = Between hands
tall-cards-ready = Next hand
    .did = gave nothing
    .doing = giving nothing
tall-cards-give-to = Give { $who } chips
    .rare = Give chips away
    .help = Choose the amount next.
    .did = gave chips to { $who }
    .doing = giving chips to { $who }
tall-cards-ask-gift = How many chips for { $who }?
    .kind = Giving chips
tall-cards-give = Give
    .all = all
    .did = gave { $amount }
    .doing = giving { $amount }
tall-cards-keep = Give nothing
    .did = gave nothing
    .doing = giving nothing
tall-cards-ask-ante = Play this hand?
    .kind = Playing or sitting out
tall-cards-ante = Pay { $amount }
    .did = paid { $amount } to play
    .doing = paying { $amount } to play
tall-cards-sit-out = Sit out
    .did = sat out
    .doing = sitting out
tall-cards-ask-clock = You agreed on { $count ->
    [one] one minute
   *[other] { $count } minutes
}. Is the time up?
    .kind = Agreeing on an end
tall-cards-play-on = Play on
    .did = played on
    .doing = playing on
tall-cards-stop = Time is up
    .help = The match ends now.
    .did = stopped
    .doing = stopping
tall-cards-claim = Claim { $tall }
    .help = Your { $tall } can be any card you like. But you can’t swap.
    .did = claimed { $tall }
    .doing = claiming { $tall }
tall-cards-ask-draw = Swap up to three cards.
    .kind = Swapping cards
tall-cards-ask-draw-or-claim = Swap up to three cards, or claim { $tall }.
    .kind = Claiming and swapping
tall-cards-ask-must = Nobody claimed { $tall }. You deal, so you have to.
    .kind = Claiming as the dealer
tall-cards-draw-four = Show Ace, swap 4
tall-cards-ask-show = Your hand is beaten. Show it?
    .kind = Showing a beaten hand
tall-cards-ask-show-won = Everyone else folded. Show your hand?
    .kind = Showing a hand that won
tall-cards-show = Show hand
    .did = showed your hand
    .doing = showing your hand
tall-cards-muck = Don’t show
    .did = didn’t show
    .doing = not showing

## Why not

tall-cards-refuse-receiver = Type give to and a seat from 0 to { $last }, not “{ $given }”.
tall-cards-refuse-ante-step = First pay the ante or sit this hand out.
tall-cards-refuse-clock-step = First say if the agreed time is up.
tall-cards-refuse-show-step = The betting is over: show your hand or don’t.
tall-cards-refuse-gift = Give { $who } from 1 to { $most }, or nothing.
tall-cards-refuse-gift-again = You can give to each other player once between hands, in order of seats.
tall-cards-refuse-gift-step = Between hands you can give chips away, or go on to the next hand.
tall-cards-refuse-must = Nobody claimed the Tall Card. You deal, so you have to, and you can’t swap.
tall-cards-refuse-claimed = { $who ->
    [you] You have claimed the Tall Card already.
   *[other] { $who } has claimed the Tall Card already.
}
tall-cards-refuse-four = You can swap four cards only if you keep an Ace.
tall-cards-refuse-three = You can swap three cards at most, or four if you keep an Ace.
tall-cards-refuse-draw-order = Of two equal cards, discard the first one.
tall-cards-refuse-draw-step = Swap up to three cards, or claim the Tall Card.
tall-cards-expected-gifts = ready, give to 2 (a seat), give 10, or keep
tall-cards-expected-antes = ante or sit out
tall-cards-expected-clock = go on or time is up
tall-cards-expected-draw = claim, or discard with the cards to swap, like discard 3p 4h
tall-cards-expected-showdown = show or throw away

## Advice

tall-cards-hint-claim = Claim { $tall }, and you beat { $count } hands in 100. You’re sure of { $made }.
tall-cards-hint-holds = You have { $made }. That beats { $share }.
    .past = You had { $made }. That beats { $share }.
tall-cards-hint-call = Calling { $amount } for { $pot } pays if you win { $count } times in 100.
tall-cards-hint-claimed = If you claim { $tall }, you have { $made }.

## The chart of hands

tall-cards-chart = Hands
    .rank = Hand
    .example = Example
    .needs = Needs
tall-cards-rank-1 = High Card
    .needs = any other cards
tall-cards-rank-2 = Pair
    .needs = two of one rank
tall-cards-rank-3 = Two Pair
    .needs = two of one rank, two of another
tall-cards-rank-4 = Three of a Kind
    .needs = three of one rank
tall-cards-rank-5 = Straight
    .needs = five in a row of 2 3 4 5 6 7 8 T U P D A
tall-cards-rank-6 = Full House
    .needs = three of one rank, two of another
tall-cards-rank-7 = Four of a Kind
    .needs = four of one rank
tall-cards-rank-8 = Flush
    .needs = five of one suit
tall-cards-rank-9 = Straight Flush
    .needs = a straight in one suit
tall-cards-rank-10 = Five of a Kind
    .needs = five of one rank
tall-cards-rank-11 = Royal Flush
    .needs = the highest straight in one suit, or five wild cards

## Options of a table

tall-cards-option-deck = Cards
    .help = Six fruits, or six other suits with 72 or 96 cards.
    .value = { $value ->
        [fruit] six fruits
        [expanded-72] other suits, 72 cards
       *[expanded-96] other suits, 96 cards
    }
tall-cards-option-stack = Chips at the start
    .help = Everyone starts with this many chips.
    .value = { $value }
tall-cards-option-ante = Ante
    .help = Everyone who plays a hand pays this first.
    .value = { $value }
tall-cards-option-min-bet = Smallest bet
    .help = Bets and raises start at this, unless you have less.
    .value = { $value ->
        [0] the ante
       *[other] { $value }
    }
tall-cards-option-limit = Largest bet
    .help = The most you can bet or raise in one go.
    .value = { $value ->
        [0] no limit
       *[other] { $value }
    }
tall-cards-option-sit-out = Sitting out
    .help = Can you skip a hand without paying the ante?
    .value = { $value ->
        [0] everyone plays every hand
       *[other] you may skip a hand
    }
tall-cards-option-muck = Beaten hands
    .help = Is a beaten hand hidden, or does its owner choose?
    .value = { $value ->
        [auto] hidden
       *[ask] the owner chooses
    }
tall-cards-option-ace-low = Low Ace
    .help = Can the Ace be low in a straight, as in 5 4 3 2 Ace?
    .value = { $value ->
        [0] the Ace is always high
       *[other] 5 4 3 2 Ace is a straight
    }
tall-cards-option-hands = Length
    .help = The game ends after this many hands.
    .value = { $value ->
        [-1] four deals each, or until time is up
        [0] no end
        [one] one hand
       *[other] { $value } hands
    }
    .length = { $value ->
        [-1] four deals each
        [0] no end
        [one] one hand
       *[other] { $value } hands
    }
tall-cards-option-minutes = Time
    .help = After this many minutes, the current hand is the last.
    .value = { $value ->
        [0] no limit
        [one] one minute
       *[other] { $value } minutes
    }
tall-cards-option-gifts = Gifts
    .help = When can you give chips to other players between hands?
    .value = { $value ->
        [always] after every hand
        [needed] when somebody has no chips left
       *[never] never
    }
tall-cards-option-first-dealer = First dealer
    .help = Who deals first?
    .value = { $value ->
        [-1] drawn by lot
        [0] seat 1
        [1] seat 2
        [2] seat 3
        [3] seat 4
        [4] seat 5
        [5] seat 6
        [6] seat 7
       *[other] seat 8
    }

## Conflicting options

tall-cards-refuse-first-dealer = The first dealer is a seat from 0 to { $last }, or -1 for a lot; not { $given }.
tall-cards-refuse-limit = The largest bet is at least the smallest, { $least }, or 0 for no limit; not { $given }.
