### Pages of a person: statistics, history, rankings, account.

statistics-other = Other choices
statistics-lost = { $kind }: about { $amount } more, on average
statistics-lost-chance = { $kind }: in 100 { $unit } like these, you’d win { $wins } more

## Settings and account

me-pages = Your pages
me-welcome = Welcome
me-who = What should we call you?
me-account-title = Account
me-account = Hi, { $login }.
me-guest = You’re playing as a guest. { $link }, and you can carry on from any phone or computer. You’ll keep everything.
me-guest-link = Create an account
me-nobody = You don’t need an account to play. Log in, create one, or just pick a name.
me-invited = You’re invited. Create an account, and you’re in.
me-members = You have to be a member to play here. Log in first.
history-title = Your matches
statistics-title = Statistics
ladders-title = Player rankings
groups-title = Your rooms
me-name-what = People see a new name from your next table on.
me-take-name = Call me this
me-register = Create an account
me-login = Username
me-password = Password
me-register-what = You’ll also get a recovery code, in case you forget your password.
me-register-button = Create account
me-by-invitation = You need an invitation to make an account. Ask the person who runs this card room for a link.
me-no-accounts = You can’t make an account right now. Ask the person who runs this card room.
me-log-in = Log in
me-forgot = Forgot your password?
me-forgot-what = Use the recovery code you saved when you made your account.
me-forgot-mail = Get a link by e-mail
me-openid = Sign in with { $provider }
me-openid-link = Also sign in with { $provider }
me-openid-go = Go on to { $provider }
me-openid-go-what = Sign in there. From then on you can also sign in here with { $provider }.
me-openid-go-delete = Sign in at { $provider } once more. Then everything is deleted.
me-openid-linked = You can also sign in with { $provider }.
me-openid-only = You sign in with { $provider }.
me-openid-password = Set a password
me-openid-password-what = With a password you can add an e-mail address, a recovery code and passkeys.
me-openid-prove = Sign in there once more, so that nobody else sets it for you.
me-openid-stays = You can still sign in with { $provider }. Your other devices are logged out.
me-openid-remove = Remove the sign-in with { $provider }
me-code = Recovery code
me-new-password = New password
me-set-password = Set new password
me-change-password = Change password
me-old-password = Old password
me-change-what = Once you save it, only the new password works, and you’re logged out everywhere else. You get a new recovery code: throw the old one away.
me-new-code = New recovery code
me-new-code-what = It replaces your old one, and you’ll see it only once.
me-new-code-button = Make a new code
me-log-out = Log out
me-data = Your data
me-download = Download my data
me-delete = Delete my data
me-delete-what = Bots play on for you. The others keep your matches, without your name. You can’t undo this.
me-delete-account = We delete your name, account, results, exercises and messages.
me-delete-guest = We delete your name, results, exercises and messages.
me-delete-type = Type { $person } to delete everything.
me-delete-button = Delete everything

## Recovery code

recovery-title = Your recovery code
recovery-save = Write it down or save it now: you won’t see it again.
recovery-what = If you forget your password, you can set a new one with this code. It works once. If you lose them both, nobody can get you back in.
recovery-saved = I saved it

## History

history-no-more = That’s all of them.
history-none = You haven’t finished a match yet.
history-place = { $tied ->
    [0] { $place ->
        [1] You won the match.
        [2] You came second of { $total }.
        [3] You came third of { $total }.
        [4] You came fourth of { $total }.
        [5] You came fifth of { $total }.
        [6] You came sixth of { $total }.
        [7] You came seventh of { $total }.
       *[other] You came last of { $total }.
    }
   *[1] You tied for { $place ->
        [1] first
        [2] second
        [3] third
        [4] fourth
        [5] fifth
        [6] sixth
        [7] seventh
       *[other] last
    }.
} { $score }
history-beaten = { $who } won. { $score }
history-left = You left before the end.
history-match = of match { $match }
history-too-old = This match is too old to replay.
history-pages = Pages
history-later = Later matches
history-earlier = Earlier matches

## Statistics

statistics-what = Every match you’ve finished, except practice. Nobody else can see this.
statistics-streak = You’ve played { $count } days in a row.
statistics-daily-streak = You’ve played the deal of the day { $count } days in a row.
statistics-rating = You have { $points } points after { $count ->
    [one] one ranked match
   *[other] { $count } ranked matches
}. We may still be off by { $margin }.
ladder-link = Ranking
statistics-matches = Matches
statistics-won = Won
statistics-first = Came first
statistics-hands = Hands
statistics-best = Most won in a hand
statistics-few = Play a few more hands, and we’ll tell you how you’re doing.
statistics-gain = { $sign ->
    [few] { $hands ->
        [one] one hand isn’t enough to tell.
       *[other] { $hands } hands aren’t enough to tell.
    }
    [even] about even after { $hands } hands.
    [ahead] you’re up about { $amount } a hand, after { $hands } hands.
   *[behind] you’re down about { $amount } a hand, after { $hands } hands.
}
statistics-gain-wins = so far you’ve won { $wins } of { $hands } { $unit }.
statistics-people = Against people
statistics-mixed = Against bots of several levels
statistics-bots = Against { $level } bots
statistics-dealt = When you deal, you { $sign ->
    [ahead] win
   *[behind] lose
} about { $mean } a hand. That’s after { $hands ->
    [one] one hand
   *[other] { $hands } hands
}.
statistics-costly = Where you could do better
statistics-reviews = That’s from the matches you’ve gone over. For the others, open “How you played” under { $link }.

## Rankings

ladder-title = Ranking: { $game }
ladder-what = Only ranked matches against real people count. Everyone starts with 1,500 points. If you’re 200 ahead of somebody, expect to beat them three times out of four.
ladder-guess = We’re only guessing at first: ± says how far off we may be. Play more, and we guess better.
ladder-place = You’re number { $place }.
ladder-points = Points
ladder-order = Your place goes by your points minus the number after ±, so it pays to play more.
ladder-none = Nobody’s played a ranked match yet.
ladder-open = Open a ranked table

## Passkeys

passkeys-title = Passkeys
passkeys-what = Log in with your fingerprint, your face or your phone’s PIN. It gets you in even if you lose your password and your recovery code.
passkey-unnamed = Passkey
passkey-added = Added { $date }, for { $host }.
passkey-used = Last used { $date }.
passkey-never = Not used yet.
passkey-remove = Remove
passkey-add = Add a passkey
passkey-name = Its name
passkey-name-what = So you know which is which: “my phone”.
passkey-log-in = Log in with a passkey
passkey-password-what = Your passkey stands in for the old password. You’re logged out everywhere else, and your other passkeys stop working.
passkey-set-password = Set it with a passkey
passkey-no-https = You can’t use passkeys here. Use a password instead.
passkey-no-browser = Passkeys don’t work in this browser. Use your password, or another browser.
