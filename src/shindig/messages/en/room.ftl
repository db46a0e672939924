### The room itself: lines of a table's log about people, pauses and agreements.
### $who and $other are players: "you" for the reader, a name for all others. $person is the name of somebody without a seat.

## Levels of bots

level-gentle = Easy
level-steady = Medium
level-expert = Hard

## The match

room-begins = A match begins.
room-goes-on = From here the match goes on.
room-ended = Everyone agrees to end the match here.
room-called-off = Everyone agrees to call this hand off. It doesn’t count.
room-led = Everyone moves on to the next table.
room-closed = The table is closed.
room-paused = The table is paused.
room-resumed = The match goes on.
room-pauses = { $who ->
    [you] You pause the table.
   *[other] { $who } pauses the table.
}
room-resumes = { $who ->
    [you] You end the pause.
   *[other] { $who } ends the pause.
}
room-undoes = { $who ->
    [you] You take the last choice back.
   *[other] { $who } takes the last choice back.
}
room-more-time = { $count ->
    [one] One more minute for this turn.
   *[other] { $count } more minutes for this turn.
}

## Seats

room-sits = { $who ->
    [you] You sit down.
   *[other] { $who } sits down.
}
room-sits-bot = { $person } sits down (bot, { $level }).
room-leaves = { $person } leaves.
room-leaves-bot = { $person } leaves: a bot plays on.
room-removes = The host removes { $person }.
room-removes-bot = The host removes { $person }: a bot plays on.
room-readmits = The host lets { $person } sit down again.
room-away = { $who ->
    [you] You are away: a bot plays on.
   *[other] { $who } is away: a bot plays on.
}
room-back = { $who ->
    [you] You are back.
   *[other] { $who } is back.
}
room-host = { $who ->
    [you] You are the host now.
   *[other] { $who } is the host now.
}
room-host-away = { $who ->
    [you] You are the host now: the old one is away.
   *[other] { $who } is the host now: the old one is away.
}
room-mutes = { $who ->
    [you] The host mutes you.
   *[other] The host mutes { $who }.
}
room-unmutes = { $who ->
    [you] The host lets you talk again.
   *[other] The host lets { $who } talk again.
}
room-renamed = { $before } is now called { $person }.
room-new-face = { $who ->
    [you] You have a new face.
   *[other] { $who } has a new face.
}
room-pokes = { $who ->
    [you] You poke { $other }.
   *[other] { $other ->
        [you] { $who } pokes you.
       *[other] { $who } pokes { $other }.
    }
}
room-reminder = Please don’t talk about the hands, not even in hints. Banter is welcome ({ $clause }).

## Agreements

room-agrees-rematch = { $who ->
    [you] You want another match.
   *[other] { $who } wants another match.
}
room-agrees-reveal = { $who ->
    [you] You agree to open all hands of match { $number }.
   *[other] { $who } agrees to open all hands of match { $number }.
}
room-agrees-next = { $who ->
    [you] You are ready.
   *[other] { $who } is ready.
}
room-agrees-time = { $who ->
    [you] You agree to more time.
   *[other] { $who } agrees to more time.
}
room-agrees-undo = { $who ->
    [you] You agree to take the last move back.
   *[other] { $who } agrees to take the last move back.
}
room-agrees-end = { $who ->
    [you] You agree to end the match now.
   *[other] { $who } agrees to end the match now.
}
room-agrees-call-off = { $who ->
    [you] You agree to call this hand off.
   *[other] { $who } agrees to call this hand off.
}
room-agrees-close = { $who ->
    [you] You agree to close the table.
   *[other] { $who } agrees to close the table.
}
room-agrees-remove = { $who ->
    [you] You agree to remove { $other }.
   *[other] { $other ->
        [you] { $who } agrees to remove you.
       *[other] { $who } agrees to remove { $other }.
    }
}
room-declines-time = { $who ->
    [you] You don’t want to wait longer.
   *[other] { $who } doesn’t want to wait longer.
}
room-declines-undo = { $who ->
    [you] You let the move stand.
   *[other] { $who } lets the move stand.
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
    [you] You want to remove nobody.
   *[other] { $who } wants to remove nobody.
}

## Proposals

room-asks-time = More time for this turn?
room-asks-undo = Take the last move back?
room-asks-end = End the match now, with the scores after the last full hand?
room-asks-call-off = Call this hand off and deal again?
room-asks-close = Close the table and end the match without a result?
room-asks-remove = { $who ->
    [you] Remove you?
   *[other] Remove { $who }?
}

## What the table waits for

room-idle-newcomer = You play from the next deal on. Until then a bot plays for you.
room-idle-ready = You are ready.
room-idle-given = Your answer is in. It counts when time is up.
room-idle-none = You have nothing to choose here. Play goes on when time is up.
room-idle-single = You have only one card to play. It is played for you.
room-idle-given-alone = Your answer is in.
room-idle-none-alone = You have nothing to choose here.
room-idle-out = You are out. The others play on.
room-idle-paused-by = { $who ->
    [you] You paused the table. Play goes on in
   *[other] { $who } paused the table. Play goes on in
}
room-idle-paused = The table is paused. Play goes on in
room-idle-all-ready = Everyone is ready.
room-idle-secret = Everyone answers at once. The answers count when time is up.
room-idle-shuffling = The cards are being shuffled.
room-idle-nothing = Nothing to decide right now.

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

push-turn = It is your turn.
push-with = { $name } with { $others }
