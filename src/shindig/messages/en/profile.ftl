### Pages of a person: statistics, history, rankings, account.

statistics-other = Other choices
statistics-lost = { $count ->
    [one] one choice
   *[other] { $count } choices
} cost you { $amount } { $unit }

## Settings and account

me-who = Who are you?
me-account = You are logged in as { $login }.
me-guest = You are a guest in this browser. An account keeps your seats, history and lessons on every device. What you have here moves there.
me-nobody = You don’t need an account to play. Pick a name, or log in.
me-invited = You are invited. Make an account, and you are in.
me-members = This room is for members. Log in to play.
history-title = Your matches
statistics-title = Statistics
ladders-title = Player rankings
groups-title = Your rooms
me-name-what = This is the name others see, from your next table on.
me-take-name = Take this name
me-register = Create an account
me-login = Login
me-password = Password
me-register-button = Create account
me-by-invitation = Accounts are by invitation here. Ask the host of this room for a link.
me-no-accounts = New accounts are closed for now. Ask the host of this room.
me-log-in = Log in
me-forgot = Forgot your password?
me-forgot-what = Use the recovery code that you saved when you made your account.
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
me-change-what = This logs out your other devices, and removes your passkeys, e-mail address and other ways to log in. You get a new recovery code, and the old one stops working.
me-new-code = New recovery code
me-new-code-what = A new code replaces your old one. We show it once.
me-new-code-button = Make a new code
me-log-out = Log out
me-exercises-due = Exercises: { $count } due today
me-data = Your data
me-download = Download my data
me-delete = Delete my data
me-delete-what = Bots play on for you. Others keep their matches with you, without your name. This can’t be undone.
me-delete-account = Your name, account, results, exercises and messages are deleted.
me-delete-guest = Your name, results, exercises and messages are deleted.
me-delete-type = Type { $person } to delete everything.
me-delete-button = Delete everything
me-tables = Your tables

## Recovery code

recovery-title = Your recovery code
recovery-save = Write it down or save it now. We show it only this once.
recovery-what = If you forget your password, this code lets you set a new one. It works once. Without both, nobody can get you back into your account.
recovery-saved = I saved it

## History

history-what = The matches you’ve finished, newest first.
history-no-more = There are no more.
history-none = You haven’t finished a match yet.
history-place = Place { $place } of { $total }, score { $score }
history-left = You left before the end.
history-hands = { $count ->
    [one] 1 hand
   *[other] { $count } hands
}
history-match = of match { $match }
history-too-old = This match is too old to be replayed.
history-pages = Pages
history-later = Later matches
history-earlier = Earlier matches

## Statistics

statistics-what = All your finished matches, except practice. Only you see this.
statistics-streak = You have played { $count } days in a row.
statistics-daily-streak = The deal of the day: { $count } days in a row.
statistics-rating = Your rating: { $points } ± { $margin } after { $count ->
    [one] 1 ranked match
   *[other] { $count } ranked matches
}.
ladder-link = Ranking
statistics-matches = Matches
statistics-won = Won
statistics-hands = Hands
statistics-best = Best hand
statistics-gains = Average per hand, and how far luck may move it
statistics-against = Which hands
statistics-average = Average
statistics-range = Range
statistics-people = against people
statistics-mixed = against bots of several levels
statistics-bots = against { $level } bots
statistics-from-to = { $low } to { $high }
statistics-few = too few hands
statistics-dealt = when you dealt
statistics-costly = Biggest mistakes
statistics-reviews = We add these up when you open “How you played” after a match.

## Rankings

ladder-title = Ranking: { $game }
ladder-what = Only ranked matches between people count here. Everyone begins with 1,500 points. If you have 200 more than somebody, you beat them about three times in four. The number after ± is how far off we may be. It shrinks as you play.
ladder-points = Points
ladder-order = Sorted by points minus the number after ±.
ladder-none = No ranked matches yet.
ladder-open = Open a ranked table

## Passkeys

passkeys-title = Passkeys
passkeys-what = Log in with your fingerprint, your face or your device’s PIN instead of a password. If you lose your password and your recovery code, a passkey still gets you in.
passkey-unnamed = Passkey
passkey-added = Added on { $date }, for { $host }.
passkey-used = Last used on { $date }.
passkey-never = Not used yet.
passkey-remove = Remove
passkey-add = Add a passkey
passkey-name = Its name
passkey-name-what = So that you know it, as: my phone.
passkey-log-in = Log in with a passkey
passkey-password-what = Your passkey stands for the old password. This logs out your other devices and removes your other passkeys.
passkey-set-password = Set it with a passkey
passkey-no-https = Passkeys don’t work at this address: they need https and a name. Log in with your password.
passkey-no-browser = This browser doesn’t offer passkeys. Use your password, or another browser.
