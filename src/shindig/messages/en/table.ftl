### The table's page: what stands beside the games' own texts.

face-down-card = face-down card
pile-backs = { $count ->
    [one] one face-down card
   *[other] { $count } face-down cards
}
card-mark-tall = same kind as the Tall Card
card-mark-ranked = counts
card-mark-counts = counts
card-mark-wild = wild
card-mark-better = better
card-mark-worse = your choice

## Pictures to share

headline = { $game }: { PERSON($seats) ->
    [many] { $seats } share the win
   *[one] { $seats } won
}

## While others are to act

waiting = Waiting for { $who }.
thinking = { $who ->
    [you] It’s your turn.
   *[other] { $who } is thinking.
}
thinking-bot = A bot plays for { $who }.
waiting-away = { $who } is away. A bot plays in

## The showdown and great moments

reveal-folded = folded
    .seats = { PERSON($seats) ->
        [you] You folded.
       *[other] { CAPITAL($seats) } folded.
    }
reveal-out = out
    .seats = { PERSON($seats) ->
        [you] You’re out.
        [one] { $seats } is out.
       *[many] { CAPITAL($seats) } are out.
    }
reveal-idle = { CAPITAL($seats) }: { $why }
reveal-wild = wild
    .short = wild
reveal-blocked = doesn’t count
    .short = 0
occasion-end = { PERSON($seats) ->
    [you] You won the match!
    [many] { CAPITAL($seats) } share the match
   *[one] { $seats } won the match
}

## The page around the table

table-say-something = Say something
table-say = Say
table-log = What happened
table-menu = Menu
table-join = Join the table
table-your-name = Your name
table-join-button = Join
table-just-watch = Just watch
table-the-table = The table
table-your-side = Your side of the table
table-sort = Sort
table-as-dealt = as dealt
table-advice = Advice
table-keys = Keys
table-poke = Poke
table-qr = The invitation link as a QR code
table-invite = Invite friends
table-invite-ranked = Anyone with this link and an account can take a seat. Your match counts for the ranking.
table-invite-what = Anyone with this link can take a seat.
table-invite-link = Invitation link
page-copy = Copy link
page-share = Share
table-beside = Beside the table
page-close = Close
page-settings = Settings
table-name-and-face = Your name and picture
page-name = Name
page-save = Save
table-compare = Compare your choices
table-from-step = Just for practice
table-your-words = Your words
table-phrases-only = You only get quick phrases here, so that nobody gives cards away.
table-hide-talk = Hide what others say, at every table
table-senses = Sound and notices
table-sounds = Sounds
table-volume = Volume
table-vibrate = Vibrate on my turn
table-notice = Tell me it’s my turn while this page is hidden
table-contrast = High contrast, cards too
table-rules = House rules
keys-cards = pick one of your cards
keys-enter = confirm
keys-letter = underlined letter
keys-letter-what = that button
keys-advice = advice
keys-sort = sort your hand
keys-log = to the log
keys-hand = to your hand
keys-list = this list
keys-on = Use single keys

## Proposals

accord-agreed = Agreed
accord-missing = still to say yes
accord-agree = Agree
accord-decline = No, thanks

## Alone with bots

alone-next = Next
alone-skip = Skip to the end
alone-nothing-to-undo = Nothing to take back yet
alone-undo = Undo
alone-tempo = Bots play { $tempo }
alone-what = There’s no clock, and you see each result until you go on.
alone-final = You can’t take a choice back here.
alone-undo-what = You can take back your last choice until somebody else plays.
tempo-hand = one by one
tempo-slow = slowly
tempo-usual = at normal speed
tempo-quick = quickly
tempo-end = to the end

## The middle of the table

centre-highest = highest
centre-led = led

## The fair cut

cut-bound = We promised { $hash }.
cut-day = We shuffle the deal of the day on our own. We picked our secret beforehand, and show it when the day is over.
cut-day-page = The day’s page
cut-what = Your browser adds its own number to each shuffle, and checks after the match what we promised.
cut-how = How this is fair
cut-save = Save the proof
cut-sealing = Shuffle { $number }: everyone’s browser picks a secret number.
cut-opening = Shuffle { $number }: the secret numbers come out.
cut-cutting = Shuffle { $number }: we cut the cards.

## Single cards

ease-on = Auto-play forced cards: on
ease-off = Auto-play forced cards: off
ease-what = If you can only play one card, we can play it for you. We wait as long as you usually do, so nobody can tell. First choose { $count } times yourself.
ease-stop = Play them myself
ease-start = Auto-play forced cards

## The end of a match

ending = Final scores
ending-origin = That was just for practice.
standings-place = Place
standings-player = Player
standings-score = Score
ending-best = The best moment
ending-hand = Hand { $number }
ending-scores = Scores over { $count } hands
ending-chart = Scores from { $low } to { $high } over { $count } hands
ending-picture = Picture to share
ending-last = Last { $hand }: { $result }
ending-wins = { PERSON($seats) ->
    [you] You win
    [one] { $seats } wins
   *[many] { CAPITAL($seats) } win
}
ending-day = That was the deal of the day: { $count } hands

## What you hold

have = What you have
have-you = You have
have-result = How the hand ended

## Above the table

head-hands = Hands of this match
head-of = { $number } of { $total }
head-of-most = up to { $total } rounds
head-first-to = { $total ->
    [one] one win
   *[other] first to { $total }
}
head-first-to-what = { $total ->
    [one] One win is enough for the match
   *[other] Whoever first has { $total } wins gets the match
}
head-preparing-what = Until then it plays at Medium
head-preparing = the Hard bot is still loading
head-clockwise-what = Play goes clockwise
head-counter-what = Play goes counter-clockwise
head-clockwise = ↻ clockwise
head-counter = ↺ counter-clockwise
head-watching = { $count } watching
head-paused = paused
head-rated = ranked
head-rated-what = This counts for the ranking, so there’s no advice and no undo
head-day = deal of the day
head-day-what = You get one try, with no advice and no undo
head-advice = with advice
head-advice-what = You can all ask for advice here

## After a hand

show-last = Show your last hand

## After a hand

finale = End of the match
finale-cards = Your cards
next-hand = Next { $hand }
next-day = Results of the day
next-again = Try it again
next-rematch = Rematch
next-reveal = Ask to see all hands
next-reveal-what = Then you can check the whole shuffle.
next-replay = Replay
next-review = How you played
next-group-again = Same again
next-group-other = Another game
next-ready = { PERSON($who) ->
    [you] You’re ready for the next { $hand }.
    [one] { $who } is ready for the next { $hand }.
   *[many] { CAPITAL($who) } are ready for the next { $hand }.
}
next-wants = { PERSON($who) ->
    [you] You’ve asked for a rematch.
    [one] { $who } asks for a rematch.
   *[many] { CAPITAL($who) } ask for a rematch.
}

## Opening all hands

opening-open = You can all see every hand now
opening-for = Happy to show all hands
opening-left = left

## A match that goes on from another

origin-step = an earlier match
origin-proofs = We didn’t shuffle the first cards at this table, so you can’t check them here.
origin-again = You’re back at your choice in { $step }, just for practice.
origin-on = You’re playing on from { $step }, just for practice.
origin-dealt = The cards you hadn’t seen got a new shuffle.
origin-same = You’ve all shown your hands there, so the cards are the same.

## The showdown and great moments

reveal-title = Showdown

## Before a match

start-closed = This table is closed.
start-watching = You’re watching.
start-no-seat = You don’t have a seat here.
start-sit = Take a seat
start-removed = The host has removed you, so you can only watch.
start-bot-plays = A bot plays for you.
start-back = Play on myself
start-host = The host deals as soon as everyone is here.
start-ready = Ready?
start-empty = { $level } bots will take the empty seats.
start-match = Deal
start-levels = Choose bots
start-how-seat = How this bot plays
start-plays = { $person } plays
page-change = Change
start-how = How { $person } plays
start-add = Add a bot
start-how-new = How the bot plays

## People at the table

tools = Players and table
tools-empty = empty seat
seat-host = host
seat-bot = { $level } bot
seat-bot-plain = bot
tools-preparing = still loading
tools-here = here
tools-away = away
tools-muted = muted
seat-newcomer = joins at the next deal
    .short = joins next
seat-held = a bot plays on
    .short = bot plays
tools-alike = on the same device as
tools-hold = Let a bot play
tools-remove = Remove
tools-unmute = Unmute
tools-mute = Mute
tools-make-host = Make { $person } the host
tools-propose-remove = Ask to remove { $person }
tools-rated = Your match here is ranked: no advice, no undo. If you leave early, you come last.
tools-day = There’s no advice in the deal of the day.
tools-advised = You can all ask for advice at this table.
tools-unadvised = You play each other here, so there’s no advice.
tools-report = Report what somebody said
tools-day-waits = Your try waits for you until the day is over: come and go as you like.
tools-readmit = Let { $person } sit again
tools-ask = Ask the others:
tools-resume = Resume
tools-pause = Pause
tools-leave = Leave the table
tools-leave-bot = A bot will play on for you.
tools-leave-free = Somebody else can have your seat.
tools-leave-button = Leave
tools-close = Close the table
tools-close-what = That’s for everyone, and for good.
tools-close-button = Close it
tools-more-time = More time
tools-undo = Take back the last move
tools-call-off = Call the { $hand } off
tools-end = End the match now

## Seats and hands

advice-none = No advice right now.
seat-free = Empty seat
seat-empty = Seat { $number }, empty
seat-chips = { $amount } { $unit }
seat-bet = bet { $amount }
seat-sit = Sit here
seat-enlarge = Show { $name }’s cards large
unit-chips = chips
    .one = chip
unit-credits = credits
    .one = credit
unit-points = points
    .one = point

# A hand of a game, in “Next hand”.
word-hand = hand
word-round = round
hand-yours = Your hand
prompt-more = More
prompt-meaning = What’s that?
prompt-range = { $verb }: from { $low } to { $high }
clock-all = You all answer at once.
clock-turn = It’s { $who }’s turn.
cloth-waiting = We haven’t started yet.
cloth-closed = This table is closed.
cloth-hidden = You can’t watch at this table.
table-exchange-again = Start over
