### Seiten für alle, die den Server betreiben.

admin-parts = Für dich als Betreiber dieses Raums
admin-part-figures = Zahlen
admin-part-tables = Tische
admin-part-people = Leute
admin-part-reports = Meldungen
admin-part-access = Zugang
admin-part-limits = Grenzen
admin-part-log = Protokoll
admin-copy = Zum Kopieren
admin-by = von { $person }
admin-command-line = der Kommandozeile
admin-until = bis: { $date }
admin-no-end = ohne Ende

## Zahlen

admin-figure-open = Offene Tische
admin-figure-closed = Geschlossene Tische
admin-figure-matches = Zu Ende gespielte Matches
admin-figure-matches-day = Matches in den letzten 24 Stunden
admin-figure-accounts = Konten
admin-figure-guests = Gäste
admin-figure-people-day = Leute in den letzten 24 Stunden
admin-figure-reports = Ungelesene Meldungen
admin-figure-events = Ereignisse in Protokollen
admin-figure-size = Größe der Datenbank
admin-figure-loaded = Tische, die dieser Server geladen hat
admin-figure-version = Version

## Ankündigungen

admin-announcements = Ankündigungen
admin-no-announcement = Gerade keine Ankündigungen.
admin-unannounce = Wegnehmen
admin-text = Text
admin-text-what = Alle sehen ihn oben auf jeder Seite.
admin-hours = Stunden
admin-hours-what = 0 heißt: bis du ihn wegnimmst.
admin-announce = Ankündigen

## Tische

admin-no-table = Gerade ist kein Tisch offen.
admin-public = öffentlich
admin-by-link = mit Link
admin-opened = eröffnet: { $date }
admin-events = { $count ->
    [one] 1 Ereignis
   *[other] { $count } Ereignisse
}
admin-close-what = Der Tisch endet sofort, auch mitten im Match.

## Leute

admin-search-for = Name, Benutzername oder Id
admin-search = Suchen
admin-nobody = So heißt niemand.
admin-account = Konto { $login }
admin-guest = Gast
admin-since = hier seit: { $date }
admin-password = Neues Passwort machen
admin-password-what = { $person } wird überall abgemeldet. Das neue Passwort gibst du weiter.
admin-password-made = Das Konto hat ein neues Passwort. Kopier es jetzt: wir zeigen es nur einmal.

## Meldungen

admin-no-report = Keine Meldungen zu lesen.
admin-reported = gemeldet von { $person }: { $date }
admin-table = Tisch { $table }
admin-reason = Grund:
admin-talk = Was am Tisch gesagt wurde. Die Zeilen von { $person } sind markiert.
admin-settle = Alles zu { $person } erledigen

## Zugang

admin-guests = Gäste dürfen spielen.
admin-no-guests = Nur wer ein Konto hat, darf spielen.
admin-registration-open = Alle können ein Konto anlegen.
admin-registration-invitation = Ein neues Konto braucht eine Einladung.
admin-registration-closed = Niemand kann ein Konto anlegen.
admin-invitations = Einladungen
admin-no-note = Ohne Notiz
admin-left = noch { $count }
admin-uninvite = Zurückziehen
admin-note = Für wen
admin-note-what = Für deine eigene Liste.
admin-uses = Leute
admin-days = Tage
admin-invite = Link machen
admin-invited = Hier ist die Einladung. Kopier den Link jetzt: wir zeigen ihn nur einmal.
admin-bans = Sperren
admin-ban = Sperren
admin-ban-person = { $person } sperren
admin-unban = Aufheben
admin-why = Grund
admin-why-what = { $person } liest das.
admin-why-all = Wen du sperrst, der liest das.
admin-days-what = 0 heißt: ohne Ende.
admin-kind = Was
admin-kind-address = Adresse oder Netz
admin-kind-login = Benutzername
admin-kind-person = Person
admin-value = Welche
admin-value-what = 203.0.113.0/24 oder ein Benutzername. spam* meint alle, die mit „spam“ anfangen.
admin-words = Unerwünschte Wörter
admin-no-words = Noch keine.
admin-words-add = Wörter
admin-words-what = Mit Leerzeichen dazwischen. rübe* meint alle Wörter, die mit „rübe“ anfangen.
admin-add = Hinzufügen

## Grenzen

admin-limits-what = Die Grenzen stehen in der Einstellungsdatei des Servers. Ändere sie dort und starte ihn neu.
admin-limit = Grenze
admin-now = Jetzt
admin-default = Vorgabe

## Protokoll

admin-no-deed = Noch nichts.
admin-when = Wann
admin-who = Wer
admin-what = Was
