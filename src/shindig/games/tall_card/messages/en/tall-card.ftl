### Tall Card. $who is a player: "you" for the reader, a name for all others. $tall is the Tall Card, as "Plums" or
### "the White Dragon", and $one a card of its kind, as "a Plum". $called is a Rank in a sentence: "a Dancing Couple".

tall-card-blurb = Bet, swap cards, and bet again. Claim the Tall Card, and your cards that match it get better. Everyone else’s get worse.
    .short = Three suits and their Dragons

## Suits and Dragons

suit-tall-card-tall-b = Bamboo
    .one = a Bamboo
    .many = Bamboo cards
suit-tall-card-tall-p = Plums
    .one = a Plum
    .many = Plums
suit-tall-card-tall-d = Diamonds
    .one = a Diamond
    .many = Diamonds
suit-tall-card-tall-WhD = the White Dragon
    .one = a White Dragon
    .many = White Dragons
suit-tall-card-tall-GrD = the Green Dragon
    .one = a Green Dragon
    .many = Green Dragons
suit-tall-card-tall-RdD = the Red Dragon
    .one = a Red Dragon
    .many = Red Dragons

## The header

tall-card-title = Tall Card
tall-card-title-step = { $last ->
    [1] Last round: { $step }
   *[other] Round { $round }: { $step }
}
tall-card-step-0 = Who deals first?
tall-card-step-1 = Who claims?
tall-card-step-2 = First bets
tall-card-step-3 = Swap
tall-card-step-4 = Last bets
tall-card-step-5 = Showdown
tall-card-step-6 = Result

## What happens, line by line

tall-card-round = { $who ->
    [you] Round { $round }. You deal. The Tall Card is { $tall }.
   *[other] Round { $round }. { $who } deals. The Tall Card is { $tall }.
}
tall-card-shuffled = We’ve used all six Tall Cards, so we shuffled them again.
tall-card-shuffled-first = We shuffled the six Tall Cards.
tall-card-declines = { $who ->
    [you] You passed on { $tall }.
   *[other] { $who } passed on { $tall }.
}
tall-card-claims = { $who ->
    [you] You claimed { $tall }.
   *[other] { $who } claimed { $tall }.
}
tall-card-must-claim = { $who ->
    [you] Nobody wanted it, so you’re stuck with it: you’re the dealer.
   *[other] Nobody wanted it, so { $who }’s stuck with it, as the dealer.
}
tall-card-declared = { $who ->
    [you] You declare your hand. The others see it when everyone has declared.
   *[other] { $who } has declared a hand.
}
tall-card-shows = { $who ->
    [you] You showed { $holding }.
   *[other] { $who } showed { $holding }.
}
tall-card-removed = You can’t split { $amount }, so nobody gets it.
tall-card-out = { $who ->
    [you] You’re broke.
   *[other] { $who } is broke.
}
tall-card-over = That’s the match. { $winners }

## Why a match ends

tall-card-all-dealt = everyone has dealt
tall-card-one-left = one player has all the credits

## On the table

tall-card-pile-tall = Tall Card
tall-card-pile-deck = deck
tall-card-pile-used = past rounds
tall-card-in-play = Tall Card: { $tall }
tall-card-claimed = { $who ->
    [you] you claimed it
   *[other] claimed by { $who }
}
tall-card-unclaimed = not claimed
tall-card-holding = { CAPITAL($holding) }

## Your hand

tall-card-note-as = as { $value }
    .short = ={ $value }
tall-card-beats = beats
tall-card-if-claimed = if you claim,
    .same = it won’t get any better
    .ties = it beats { $kin }
    .better = you get { $made }

## Questions and buttons

tall-card-ask-claim = Claim { $tall }?
    .kind = Claiming the Tall Card
tall-card-ask-must = Nobody claimed { $tall }. You deal, so you have to.
    .kind = Claiming as the dealer
tall-card-claim = Claim
    .help = { $kind ->
    [suit] Your { $many } get better, but you only get to swap one card.
   *[dragon] Your { $many } are wild, but you only get to swap one card.
}
    .did = claimed { $tall }
    .doing = claiming { $tall }
tall-card-decline = Don’t claim
    .help = { $kind ->
    [suit] Swap as many as you like. But if someone else claims, your { $many } get worse.
   *[dragon] Swap as many as you like. But if someone else claims, your { $many } are worth nothing.
}
    .did = didn’t claim
    .doing = not claiming
tall-card-ask-draw = Pick the cards you want to swap.
    .kind = Swapping cards
tall-card-ask-draw-one = You claimed, so you can swap one card. Which one?
    .kind = Swapping after a claim
tall-card-ask-declare = Pick the cards that make your Rank, then declare it.
    .kind = Declaring a Rank
tall-card-declare = Declare
    .help = For example, { $rank }: { $cards }
    .did = declared { $cards }
    .doing = declaring { $cards }

## Why not

tall-card-refuse-decline = You must claim it: you deal, and nobody else did.
tall-card-refuse-claim-step = First claim the Tall Card or not. Betting comes next.
tall-card-refuse-draw-step = It’s time to swap cards: any number, or none.
tall-card-refuse-draw-one = You claimed the Tall Card, so you can swap only one card.
tall-card-refuse-draw-order = Of two equal cards, discard the first one.
tall-card-refuse-declare-step = Now declare your Rank and the cards that make it.
tall-card-refuse-declare = { $cards } can’t make { $rank }.
tall-card-refuse-declare-none = Choose a Rank and the cards that make it.
tall-card-expected-claim = claim or decline
tall-card-expected-draw = discard and the cards to swap, like discard 3b 4d
tall-card-expected-declare = declare, a Rank’s number and its cards, like declare 9 8p 8d 8p
tall-card-refuse-declaration = Type declare with a Rank’s number from 1 to 24 and its cards, not “{ $given }”.

## Advice

tall-card-hint-holds = You have { $made }. That beats { $share }.
    .past = You had { $made }. That beats { $share }.
tall-card-hint-wild = You claimed the { $dragon }, so { $count ->
    [one] yours counts as { $cards }.
   *[other] yours count as { $cards }.
}
    .past = You claimed the { $dragon }, so yours counted as { $cards }.
tall-card-hint-claim = Claim { $tall }, and you swap just one card, but you win { $count } times in 100.
tall-card-hint-decline = Let someone else have it and swap what you like: you win { $count } times in 100.

## The chart of Ranks. `.nickname` is the rules’ name, `.kin` follows "you beat", where a suit can be in it.

tall-card-chart = Ranks
    .rank = Rank
    .example = Example
tall-card-rank = { CAPITAL($plain) }: { $nickname }
tall-card-rank-0 = no Rank
tall-card-rank-1 = a high card
    .nickname = High & Mighty
    .kin = any high card without { $one }
tall-card-rank-2 = Dragon high
    .nickname = High & Mighty
tall-card-rank-3 = a pair
    .nickname = a Dancing Couple
    .kin = any pair without { $one }
tall-card-rank-4 = two Dragons
    .nickname = a Hootenanny
tall-card-rank-5 = two identical cards
    .nickname = a Shiny Dancing Couple
    .kin = any other two identical cards
tall-card-rank-6 = two identical Dragons
    .nickname = Shiny Dragons
tall-card-rank-7 = two pairs
    .nickname = two Dancing Couples
    .kin = any two pairs without { $one }
tall-card-rank-8 = three Dragons
    .nickname = a Hootenanny
tall-card-rank-9 = three of a kind
    .nickname = the Pretty Sisters
    .kin = any three of a kind without { $one }
tall-card-rank-10 = two identical Dragons and a pair
    .nickname = two Dancing Couples
    .kin = any such hand without { $one }
tall-card-rank-11 = a straight
    .nickname = a Countdown
    .kin = any straight without { $one }
tall-card-rank-12 = four Dragons
    .nickname = a Hootenanny
tall-card-rank-13 = five of one suit
    .nickname = a Cratermaker
    .kin = any other five of one suit
tall-card-rank-14 = three identical Dragons
    .nickname = Shiny Dragons
tall-card-rank-15 = two pairs of identical cards
    .nickname = two Shiny Dancing Couples
    .kin = any such hand without { $one }
tall-card-rank-16 = a full house
    .nickname = a Heavy Boat
    .kin = any full house without { $one }
tall-card-rank-17 = two pairs of Dragons
    .nickname = two Dancing Couples
tall-card-rank-18 = four of a kind
    .nickname = the Pretty Sisters
    .kin = any four of a kind without { $one }
tall-card-rank-19 = three identical Dragons and a pair
    .nickname = a Heavy Boat
    .kin = any such hand without { $one }
tall-card-rank-20 = five Dragons
    .nickname = a Hootenanny
tall-card-rank-21 = a straight in one suit
    .nickname = a Cratermaker Countdown
    .kin = any other straight in one suit
tall-card-rank-22 = four identical Dragons
    .nickname = Shiny Dragons
tall-card-rank-23 = a full house of Dragons
    .nickname = a Heavy Boat
tall-card-rank-24 = five of a kind
    .nickname = the Pretty Sisters
    .kin = any other five of a kind

## Options of a table

tall-card-option-stack = Credits at the start
    .help = Everyone starts with this many credits.
    .value = { $value }
tall-card-option-ante = Ante
    .help = Everyone puts this in the pot before each deal.
    .value = { $value ->
        [0] none
       *[other] { $value }
    }
tall-card-option-min-bet = Smallest bet
    .help = Bets and raises start at this, unless you have less.
    .value = { $value }
tall-card-option-max-bet = Largest bet
    .help = The most you can bet or raise in one go.
    .value = { $value }
tall-card-option-first-dealer = First dealer
    .help = Who deals first?
    .value = { $value ->
        [-1] drawn by lot
        [0] seat 1
        [1] seat 2
        [2] seat 3
        [3] seat 4
        [4] seat 5
        [5] seat 6
       *[other] seat 7
    }
tall-card-option-deals-each = Length
    .help = How many times does each of you deal?
    .value = { $value ->
        [one] everyone deals once
        [2] everyone deals twice
       *[other] everyone deals { $value } times
    }
    .length = up to { $total } rounds
tall-card-option-declare = Your Rank
    .help = Who finds the best Rank in your hand?
    .value = { $value ->
        [auto] the table finds it
       *[manual] you name it yourself
    }

## Conflicting options

tall-card-refuse-first-dealer = The first dealer is a seat from 0 to { $last }, or -1 for a lot; not { $given }.
tall-card-refuse-min-bet = The smallest bet can’t be above the largest, { $most }; not { $given }.
