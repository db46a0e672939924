### Seiten einer Person: Statistik, Verlauf, Ranglisten, Konto.

statistics-other = Andere Entscheidungen
statistics-lost = { $amount } { $unit } verloren in { $count ->
    [one] einer Entscheidung
   *[other] { $count } Entscheidungen
}
me-who = Wer bist du?
me-account = Du bist angemeldet als { $login }.
me-guest = In diesem Browser bist du Gast. Ein Konto bewahrt Plätze, Verlauf und Lektionen auf jedem Gerät. Was du hier hast, zieht dorthin um.
me-nobody = Zum Spielen brauchst du kein Konto. Wähl einen Namen, oder melde dich an.
me-invited = Du bist eingeladen. Leg ein Konto an, dann bist du dabei.
me-members = Dieser Raum ist für Mitglieder. Melde dich an, um zu spielen.
history-title = Deine Matches
statistics-title = Statistik
ladders-title = Ranglisten
groups-title = Deine Räume
me-name-what = Andere sehen ihn an Tischen, an die du dich von jetzt an setzt.
me-take-name = Diesen Namen nehmen
me-register = Konto anlegen
me-login = Benutzername
me-password = Passwort
me-register-button = Konto anlegen
me-by-invitation = Konten gibt es hier auf Einladung. Bitte den Betreiber dieses Raums um einen Link.
me-no-accounts = Gerade gibt es keine neuen Konten. Frag den Betreiber dieses Raums.
me-log-in = Anmelden
me-forgot = Passwort vergessen?
me-forgot-what = Nimm den Code, den du beim Anlegen des Kontos gespeichert hast.
me-forgot-mail = Einen Link per E-Mail bekommen
me-openid = Mit { $provider } anmelden
me-openid-link = Auch mit { $provider } anmelden
me-openid-linked = Du kannst dich auch mit { $provider } anmelden.
me-openid-only = Du meldest dich mit { $provider } an.
me-openid-remove = Anmeldung mit { $provider } entfernen
me-code = Wiederherstellungscode
me-new-password = Neues Passwort
me-set-password = Neues Passwort setzen
me-change-password = Passwort ändern
me-old-password = Altes Passwort
me-change-what = Das meldet deine anderen Geräte ab und entfernt deine Passkeys. Du bekommst einen neuen Wiederherstellungscode, der alte gilt nicht mehr.
me-new-code = Neuer Wiederherstellungscode
me-new-code-what = Ein neuer Code ersetzt deinen alten. Wir zeigen ihn einmal.
me-new-code-button = Neuen Code erzeugen
me-log-out = Abmelden
me-exercises-due = Übungen: heute { $count } fällig
me-data = Deine Daten
me-download = Alles herunterladen
me-delete = Löschen
me-delete-what = Bots spielen für dich weiter. Andere behalten ihre Matches mit dir, ohne deinen Namen. Das lässt sich nicht rückgängig machen.
me-delete-account = Dein Name, Konto, Ergebnisse, Übungen und Nachrichten werden gelöscht.
me-delete-guest = Dein Name, Ergebnisse, Übungen und Nachrichten werden gelöscht.
me-delete-type = Schreib { $person }, um alles zu löschen.
me-delete-button = Alles löschen
me-tables = Deine Tische
recovery-title = Dein Wiederherstellungscode
recovery-save = Schreib ihn auf oder speichere ihn jetzt. Wir zeigen ihn nur dieses eine Mal.
recovery-what = Vergisst du dein Passwort, kannst du damit ein neues setzen. Er gilt einmal. Ohne beides kommt niemand mehr in dein Konto.
recovery-saved = Ich habe ihn gespeichert
history-what = Alle beendeten Matches, das neueste zuerst.
history-no-more = Mehr gibt es nicht.
history-none = Du hast noch kein Match beendet.
history-place = Platz { $place } von { $total }, Stand { $score }
history-left = Du bist vor dem Ende gegangen.
history-hands = { $count ->
    [one] 1 Hand
   *[other] { $count } Hände
}
history-match = von Match { $match }
history-too-old = Dieses Match ist zu alt für eine Wiederholung.
history-pages = Seiten
history-later = Spätere Matches
history-earlier = Frühere Matches
statistics-what = Alle beendeten Matches, die zählen. Nur du siehst das.
statistics-streak = Du hast { $count } Tage in Folge gespielt.
statistics-daily-streak = Der Tagesdeal: { $count } Tage in Folge.
statistics-rating = Deine Wertung: { $points } ± { $margin } nach { $count ->
    [one] 1 gewerteten Match
   *[other] { $count } gewerteten Matches
}.
ladder-link = Rangliste
statistics-matches = Matches
statistics-won = Gewonnen
statistics-hands = Hände
statistics-best = Beste Hand
statistics-gains = Durchschnitt pro Hand (95-%-Bereich)
statistics-against = Gegen
statistics-average = Durchschnitt
statistics-range = Bereich
statistics-people = Leute
statistics-mixed = Bots mehrerer Stufen
statistics-bots = Bots, { $level }
statistics-from-to = { $low } bis { $high }
statistics-few = zu wenige Hände
statistics-dealt = wenn du gegeben hast
statistics-costly = Größte Fehler
statistics-reviews = Aus deinen Analysen: „So hast du gespielt“, nach einem Match.
ladder-title = Rangliste: { $game }
ladder-what = Aus Matches zwischen Menschen an gewerteten Tischen. Alle beginnen mit 1.500 Punkten. Wer 200 mehr hat als der Gegner, gewinnt etwa drei von vier Matches. Je kleiner die Zahl nach ±, desto sicherer die Punkte.
ladder-points = Punkte
ladder-order = Sortiert nach Punkten minus der Zahl nach ±.
ladder-none = Noch keine gewerteten Matches.
ladder-open = Gewerteten Tisch öffnen
passkeys-title = Passkeys
passkeys-what = Fingerabdruck, Gesicht oder PIN deines Geräts meldet dich an, ohne Passwort. Verlierst du Passwort und Wiederherstellungscode, kommst du nur mit einem Passkey zurück.
passkey-unnamed = Passkey
passkey-added = Angelegt am { $date }, für { $host }.
passkey-used = Zuletzt benutzt am { $date }.
passkey-never = Noch nicht benutzt.
passkey-remove = Entfernen
passkey-add = Passkey anlegen
passkey-name = Sein Name
passkey-name-what = Damit du ihn erkennst, etwa: mein Handy.
passkey-log-in = Mit Passkey anmelden
passkey-password-what = Dein Passkey ersetzt das alte Passwort. Das meldet deine anderen Geräte ab und entfernt deine anderen Passkeys.
passkey-set-password = Mit Passkey setzen
passkey-no-https = Passkeys brauchen https und einen Namen wie cards.example.org. Melde dich hier mit deinem Passwort an.
passkey-no-browser = Dieser Browser bietet keine Passkeys. Nimm dein Passwort oder einen anderen Browser.
