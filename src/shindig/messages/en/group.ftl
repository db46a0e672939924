### Rooms of friends: a link for every game, talk, and standings. In code a room is a group.

## Entering a code

group-code-title = Join a room by code
group-code-wrong = No room has the code “{ $code }”. Check it, or ask somebody in the room for a new one.
group-code = Code
group-code-what = Ask a friend who’s already in the room for it. It’s four nonsense words, like bado‑kime‑sola‑tipo.
group-code-tables = A single table has no code. Ask your friend for its link.
group-code-button = Go to the room

## Standings

group-standings = Standings of { $name }
group-gain = If you win everything the others lose in a match, that’s 100. That’s how different games add up.
group-to-room = Back to the room
group-by-evening = By evening
group-chart = Gains over the matches
group-moments = Best moments
group-nothing = You haven’t played anything here yet.

## A room

group-join = Join the room
group-join-as = You join as { $person }.
group-playing = Open tables
group-join-or-watch = Join or watch
group-next = Next: { $game }
group-choose = What shall we play?
group-house-rules = House rules
group-start = Start
group-everyone = Pick a game, then start: everyone here and at the last table gets a seat. Bots take the empty ones.
group-here = Who’s here
group-at-table = at the table
group-talk = Talk
group-evening = This evening
group-evenings = All evenings
group-bring = Invite friends
group-qr = The link to this room as a QR code
group-link = Link to this room
group-say-code = Or say the code:
group-new-code = New link and code
group-new-code-what = The old link and code stop working.
group-leave = Leave the room
group-remove = Remove somebody
group-remove-what = They can’t come back. Make a new link too, if they know it.

## Your rooms

groups-what = Got a regular crowd? Make a room: the link stays the same, and it keeps score from one evening to the next.
groups-members = { $count ->
    [one] 1 member
   *[other] { $count } members
}
groups-make = Make a room
groups-name = What do you want to call it?
groups-example = Friday cards
groups-make-button = Make a room

## House rules

group-rules-title = Your house rules for { $game }
group-rules-what = Your room “{ $name }” plays by these rules from the next match on.
group-seats-all = everyone here
group-rules-button = Use these rules

## Standings

standings-gain = Gain
