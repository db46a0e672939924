### The room itself: lines of a table's log about people, pauses and agreements.
### $who and $other are players: "you" for the reader, a name for all others. $person is the name of somebody without a seat.

## Levels of bots

level-gentle = Easy
level-steady = Medium
level-expert = Hard

## The match

room-begins = A new match begins.
room-goes-on = From here the match goes on.
room-ended = You all agreed to end the match here.
room-called-off = You all agreed to call this hand off. It doesn’t count.
room-led = You all move on to the next table.
room-closed = The table is closed.
room-paused = The table is paused.
room-resumed = The match goes on.
room-pauses = { $who ->
    [you] You paused the table.
   *[other] { $who } paused the table.
}
room-resumes = { $who ->
    [you] You ended the pause.
   *[other] { $who } ended the pause.
}
room-undoes = { $who ->
    [you] You took your last choice back.
   *[other] { $who } took the last choice back.
}
room-more-time = { $count ->
    [one] You get one more minute for this turn.
   *[other] You get { $count } more minutes for this turn.
}

## Seats

room-sits = { $who ->
    [you] You sat down.
   *[other] { $who } sat down.
}
room-sits-bot = { $person }, a bot, sat down and plays at { $level }.
room-leaves = { $person } left.
room-leaves-bot = { $person } left, so a bot plays on.
room-removes = The host removed { $person }.
room-removes-bot = The host removed { $person }, so a bot plays on.
room-readmits = The host let { $person } sit down again.
room-away = { $who ->
    [you] You’re away, so a bot plays on for you.
   *[other] { $who } is away, so a bot plays on.
}
room-back = { $who ->
    [you] You’re back.
   *[other] { $who } is back.
}
room-host = { $who ->
    [you] You’re the host now.
   *[other] { $who } is the host now.
}
room-host-away = { $who ->
    [you] The old host is away, so you’re the host now.
   *[other] The old host is away, so { $who } is the host now.
}
room-mutes = { $who ->
    [you] The host muted you.
   *[other] The host muted { $who }.
}
room-unmutes = { $who ->
    [you] The host let you talk again.
   *[other] The host let { $who } talk again.
}
room-renamed = { $before } is now called { $person }.
room-new-face = { $who ->
    [you] You’ve got a new picture.
   *[other] { $who } has a new picture.
}
room-pokes = { $who ->
    [you] You poked { $other }.
   *[other] { $other ->
        [you] { $who } poked you.
       *[other] { $who } poked { $other }.
    }
}
room-reminder = Please don’t talk about your cards, not even in hints. Banter is welcome ({ $clause }).

## Agreements

room-agrees-rematch = { $who ->
    [you] You want another match.
   *[other] { $who } wants another match.
}
room-agrees-reveal = { $who ->
    [you] You’re happy to show all hands of match { $number }.
   *[other] { $who } is happy to show all hands of match { $number }.
}
room-agrees-next = { $who ->
    [you] You’re ready.
   *[other] { $who } is ready.
}
room-agrees-time = { $who ->
    [you] You’re fine with more time.
   *[other] { $who } is fine with more time.
}
room-agrees-undo = { $who ->
    [you] You’re fine with taking the last move back.
   *[other] { $who } is fine with taking the last move back.
}
room-agrees-end = { $who ->
    [you] You’re fine with stopping now.
   *[other] { $who } is fine with stopping now.
}
room-agrees-call-off = { $who ->
    [you] You’re fine with calling this hand off.
   *[other] { $who } is fine with calling this hand off.
}
room-agrees-close = { $who ->
    [you] You’re fine with closing the table.
   *[other] { $who } is fine with closing the table.
}
room-agrees-remove = { $who ->
    [you] You voted to remove { $other }.
   *[other] { $other ->
        [you] { $who } voted to remove you.
       *[other] { $who } voted to remove { $other }.
    }
}
room-declines-time = { $who ->
    [you] You don’t want to wait longer.
   *[other] { $who } doesn’t want to wait longer.
}
room-declines-undo = { $who ->
    [you] You let the move stand.
   *[other] { $who } let the move stand.
}
room-declines-end = { $who ->
    [you] You want to play on.
   *[other] { $who } wants to play on.
}
room-declines-call-off = { $who ->
    [you] You want to play this hand.
   *[other] { $who } wants to play this hand.
}
room-declines-close = { $who ->
    [you] You want to keep the table open.
   *[other] { $who } wants to keep the table open.
}
room-declines-remove = { $who ->
    [you] You don’t want to remove anybody.
   *[other] { $who } doesn’t want to remove anybody.
}

## Proposals

room-asks-time = More time for this turn?
room-asks-undo = Take the last move back?
room-asks-end = Stop now, and keep the scores after the last full hand?
room-asks-call-off = Call this hand off and deal again?
room-asks-close = Close the table, and forget this match?
room-asks-remove = { $who ->
    [you] Remove you?
   *[other] Remove { $who }?
}

## What the table waits for

room-idle-newcomer = You’re in from the next deal on. Until then a bot plays for you.
room-idle-ready = You’re ready.
room-idle-given = Got your answer. It counts when the time is up.
room-idle-none = There’s nothing for you to choose here. We go on when the time is up.
room-idle-single = You have only one card to play, so we play it for you.
room-idle-given-alone = Got your answer.
room-idle-none-alone = There’s nothing for you to choose here.
room-idle-out = You’re out. The others play on.
room-idle-paused-by = { $who ->
    [you] You paused the table. We go on in
   *[other] { $who } paused the table. We go on in
}
room-idle-paused = The table is paused. We go on in
room-idle-all-ready = You’re all ready.
room-idle-secret = You all answer at once. The answers count when the time is up.
room-idle-shuffling = We’re shuffling the cards.
room-idle-nothing = There’s nothing to choose right now.

## Quick phrases

talk = { $who ->
    [you] You: { $words }
   *[other] { $who }: { $words }
}
phrase-hello = Hello!
phrase-luck = Good luck.
phrase-well-played = Well played!
phrase-thanks = Thank you.
phrase-moment = One moment, please.
phrase-close = That was close!
phrase-goodbye = Goodbye.

## Notices of a browser while no page is open

push-turn = It’s your turn.
push-with = { $name } with { $others }
