### Pages for the person who runs the server.

admin-parts = For the person who runs this room
admin-part-figures = Figures
admin-part-tables = Tables
admin-part-people = People
admin-part-reports = Reports
admin-part-access = Access
admin-part-limits = Limits
admin-part-log = Log
admin-copy = To copy
admin-by = by { $person }
admin-command-line = the command line
admin-until = until { $date }
admin-no-end = without end

## Figures

admin-figure-open = Open tables
admin-figure-closed = Closed tables
admin-figure-matches = Matches that people finished
admin-figure-matches-day = Matches in the last 24 hours
admin-figure-accounts = Accounts
admin-figure-guests = Guests
admin-figure-people-day = People here in the last 24 hours
admin-figure-reports = Reports to read
admin-figure-events = Events in logs
admin-figure-size = Size of the database
admin-figure-loaded = Tables loaded by this server
admin-figure-version = Version

## Announcements

admin-announcements = Announcements
admin-no-announcement = No announcements right now.
admin-unannounce = Take it down
admin-text = Text
admin-text-what = Everyone sees it at the top of every page.
admin-hours = Hours
admin-hours-what = 0 means until you take it down.
admin-announce = Announce

## Tables

admin-no-table = No open tables right now.
admin-public = public
admin-by-link = by link
admin-opened = opened { $date }
admin-events = { $count ->
    [one] 1 event
   *[other] { $count } events
}
admin-close-what = The table ends at once, even in the middle of a match.

## People

admin-search-for = Name, login or id
admin-search = Search
admin-nobody = Nobody has this name.
admin-account = account { $login }
admin-guest = guest
admin-since = here since { $date }
admin-password = Make a new password
admin-password-what = This logs { $person } out everywhere. You pass the new password on.
admin-password-made = The account has a new password. Copy it now: we show it only once.

## Reports

admin-no-report = No reports to read.
admin-reported = reported by { $person }, { $date }
admin-table = table { $table }
admin-reason = Reason:
admin-talk = What people said at the table. The lines of { $person } are marked.
admin-settle = Settle all about { $person }

## Access

admin-guests = Guests may play.
admin-no-guests = Only people with an account may play.
admin-registration-open = Anyone can create an account.
admin-registration-invitation = New accounts need an invitation.
admin-registration-closed = Nobody can create an account.
admin-invitations = Invitations
admin-no-note = Without a note
admin-left = { $count } left
admin-uninvite = Withdraw
admin-note = For whom
admin-note-what = For your own list.
admin-uses = People
admin-days = Days
admin-invite = Make a link
admin-invited = Here is the invitation. Copy the link now: we show it only once.
admin-bans = Bans
admin-ban = Ban
admin-ban-person = Ban { $person }
admin-unban = Lift
admin-why = Reason
admin-why-what = { $person } reads this.
admin-why-all = The people you ban read this.
admin-days-what = 0 means without end.
admin-kind = What
admin-kind-address = address or network
admin-kind-login = login
admin-kind-person = person
admin-value = Which
admin-value-what = 203.0.113.0/24, or a login. spam* means all logins that begin with “spam”.
admin-words = Unwanted words
admin-no-words = None yet.
admin-words-add = Words
admin-words-what = Put spaces between them. beet* means all words that begin with “beet”.
admin-add = Add

## Limits

admin-limits-what = Limits are in the server’s settings file. Change them there, then restart the server.
admin-limit = Limit
admin-now = Now
admin-default = Default

## Log

admin-no-deed = Nothing yet.
admin-when = When
admin-who = Who
admin-what = What
