### Absagen: warum etwas gerade nicht geht, und was geht.

refuse-no-proposal = Diesen Vorschlag gibt es nicht mehr.
refuse-rematch = Eine Revanche geht, wenn das Match vorbei ist.
refuse-rematch-origin = Dieses Match wird nur einmal gespielt. Du kannst am selben Schritt neu beginnen.
refuse-next = Es gibt keine nächste Hand.
refuse-no-match = Gerade läuft kein Match.
refuse-alone = Du spielst hier allein.
refuse-nobody-agrees = Hier sitzt sonst niemand, der zustimmen könnte.
refuse-no-clock = Es läuft keine Uhr.
refuse-cutting = Die Karten werden abgehoben. Frag gleich noch einmal.
refuse-dealt-together = Diese Hand wurde mit der letzten gegeben. Spiel sie zuerst.
refuse-no-hand = Gerade wird keine Hand gespielt.
refuse-rated-undo = An einem gewerteten Tisch gibt es kein Zurück.
refuse-undo = Zurücknehmen kannst du nur den letzten Zug, bevor gegeben wird.
refuse-undo-cut = Nach diesem Zug wurde abgehoben, also bleibt er.
refuse-undo-shown = Dieser Zug hat eine Karte gezeigt, also bleibt er.
refuse-remove-nobody = Dort sitzt sonst niemand.
refuse-reveal = Hände werden nach einem Match offen, wenn der Tisch es erlaubt.
refuse-reveal-strangers = Nur wer mitgespielt hat, kann die Hände öffnen.
refuse-closed = Dieser Tisch ist geschlossen.
refuse-account = An einem gewerteten Tisch braucht jeder ein Konto. Leg eins an: du behältst alles, was du bisher gemacht hast.
refuse-no-seat = Du hast an diesem Tisch keinen Platz.
refuse-host = Das kann nur der Gastgeber.
refuse-together = Diese Karten kannst du nicht zusammen ablegen.
refuse-practice-seat = Dieser Übungstisch ist für eine Person.
refuse-removed = Der Gastgeber hat dich von diesem Tisch entfernt.
refuse-taken = Dieser Platz ist besetzt.
refuse-full = Es ist kein Platz frei.
refuse-bot-full = Für einen Bot ist kein Platz frei.
refuse-bot-late = Wähl die Bots vor einem Match.
refuse-remove-self = Dich selbst kannst du nicht entfernen, aber du kannst gehen.
refuse-mute-nobody = Dort sitzt sonst niemand.
refuse-host-bot = Gastgeber kann nur ein Mensch sein.
refuse-rename = Deinen Namen kannst du ändern, wenn dieses gewertete Match vorbei ist.
refuse-hold-nobody = Dort sitzt niemand, für den ein Bot spielen könnte.
refuse-hold-here = { $person } ist da. Bots spielen nur für Leute, die weg sind.
refuse-late = Der Tisch ist schon weiter. Sieh noch einmal hin.
refuse-skip = Zum Ende springen kannst du, wenn du raus bist.
refuse-nudge = Gerade ist kein Bot dran.
refuse-take-back = Zurücknehmen kannst du, bis ein anderer dran war oder eine Karte gezeigt ist.
refuse-only-alone = Das geht nur allein gegen Bots.
refuse-begun = Das Match läuft schon. Danach könnt ihr eine Revanche spielen.
refuse-pause = Es gibt kein Match, das Pause machen könnte.
refuse-pauses = Du hast dieses Match schon { $count }-mal angehalten. Frag jemand anderen.
refuse-resume = Der Tisch macht keine Pause.
refuse-poke = Gerade ist sonst niemand dran.
refuse-poke-early = Lass ihnen erst { $count } Sekunden zum Denken.
refuse-words = Schreib 1 bis { $count } Buchstaben.
refuse-muted = Der Gastgeber hat dich stumm geschaltet.
refuse-close = Die anderen spielen noch. Frag sie, ob ihr den Tisch schließt.
refuse-paused = Der Tisch macht Pause.
refuse-newcomer = Du spielst ab dem nächsten Geben mit.
refuse-nobodys-turn = Gerade ist niemand dran.
refuse-turn = { $person } ist dran, nicht du.
refuse-phrases = Hier gibt es nur kurze Grüße: { $phrases }
refuse-show = Du hast gerade keine Hand zu zeigen.

## Auswahl

refuse-pick = Wähl einen Knopf, einen Betrag oder Karten.
refuse-number = „{ $given }“ ist keine ganze Zahl.
refuse-several-ways = Diese Karten kannst du auf mehrere Arten spielen. Sag, welche du meinst.
refuse-touch = { $verb }: wähl { $count ->
    [one] eine Karte, die du spielen darfst
   *[other] { $count } Karten
}.
refuse-touch-range = { $verb }: wähl { $low } bis { $high } Karten.

## Tische

refuse-table-missing = Wir finden diesen Tisch nicht. Hast du den ganzen Link?
refuse-hosted = Du bist schon Gastgeber von { $count } Tischen. Schließ erst einen.
refuse-at-address = An deiner Adresse sind { $count } Tische offen. Schließ erst einen.
refuse-seated = Du hast hier schon einen Platz.
refuse-advice-seat = Rat bekommt nur, wer mitspielt. Du hast hier keinen Platz.
refuse-advice-rated = An einem gewerteten Tisch gibt es keinen Rat.
refuse-no-clock-table = Ohne Uhr geht es nur an einem privaten Tisch ohne Wertung.
refuse-rated-advice = An einem gewerteten Tisch gibt es keinen Rat. Wähl eins von beiden.
refuse-text-invisible = { $option } hat Zeichen, die niemand sieht. Lass sie weg.
refuse-text-length = { $option } hat höchstens { $count } Buchstaben.
refuse-rated-end = Ein gewertetes Match wird zu Ende gespielt. Wer vorher geht, wird Letzter.
refuse-rated-host = An einem gewerteten Tisch kann der Gastgeber das nicht. Für Abwesende spielt ein Bot.
refuse-rated-clock = An einem gewerteten Tisch läuft die Uhr weiter.

## Der Tagesdeal

refuse-day-alone = Den Tagesdeal spielst du allein, gegen dieselben Bots wie alle anderen.
refuse-day-once = Du hast einen Versuch beim Tagesdeal.
refuse-day-undo = Beim Tagesdeal gibt es kein Zurück.
refuse-day-none = Heute gibt es keinen Tagesdeal: kein Spiel hat hier Bots.
refuse-day-closed = Das ist der Versuch von jemand anderem. Du kannst ihn ansehen, wenn der Tag vorbei ist.
refuse-day-over = Dieser Tag ist vorbei. Es zählt nur, was am selben Tag fertig wird.
refuse-day-wait = Andere spielen diese Karten noch. Du kannst sie ansehen, wenn der Tag vorbei ist.
refuse-day-missing = An diesem Tag gab es keinen Tagesdeal.

## Gespielte Matches

refuse-match-missing = Match { $number } wurde an diesem Tisch nicht zu Ende gespielt.
refuse-match-empty = In diesem Match wurde nichts gespielt.
refuse-match-private = Dieses Match kann nur sehen, wer mitgespielt hat.
refuse-record = Diese Aufzeichnung zeigt alle Karten. Du bekommst sie, wenn die Hände des Matches offen sind.
refuse-hand-closed = Diese Hand ist für dich nicht offen. Sie wird es, wenn alle zustimmen, die mitgespielt haben.
refuse-hand-not-yours = Diese Hand hast du nicht gesehen.
refuse-review-strangers = Eine Analyse bekommt nur, wer mitgespielt hat.
refuse-no-reviews = { $game } hat keine Bots, die deine Entscheidungen bewerten können.
refuse-continue-strangers = Von hier kann nur weiterspielen, wer mitgespielt hat.
refuse-not-dealt = Wir haben keine Verteilung gefunden, die zu deinem Wissen passt. Versuch den Schritt davor.
refuse-step-over = Dort ist das Match vorbei. Wähl einen früheren Schritt.
refuse-step-no-hand = Dort hattest du keine Hand. Wähl einen späteren Schritt.
refuse-step-no-choice = Bis dahin hattest du nichts entschieden. Wähl einen späteren Schritt.
refuse-no-comparison = An diesem Tisch hast du keine Entscheidung wiederholt.
refuse-compare-first = Entscheide erst. Dann siehst du beide nebeneinander.
refuse-no-game = Dieses Spiel gibt es hier nicht.
refuse-no-lesson = Dieses Spiel hat keine Lektion. Lies stattdessen die Regeln.

## Namen und Passwörter

refuse-nobody = Wir kennen dich noch nicht. Melde dich an, oder wähl einen Namen.
refuse-no-token = Wir kennen dich nicht. POST /api/2/guests mit einem Namen gibt dir ein Token: schick es im Kopf „Authorization: Bearer TOKEN“ mit.
refuse-name = Wähl einen Namen aus 1 bis { $count } sichtbaren Buchstaben.
refuse-login-form = Wähl einen Benutzernamen aus { $low } bis { $high } Buchstaben ohne Leerzeichen.
refuse-password-form = Wähl ein Passwort aus { $low } bis { $high } Buchstaben.
refuse-login-taken = Der Benutzername „{ $login }“ ist vergeben. Wähl einen anderen.
refuse-login-unwanted = Diesen Benutzernamen kannst du hier nicht haben. Wähl einen anderen.
refuse-login-wrong = Benutzername und Passwort passen nicht zusammen. Prüf beide und versuch es noch einmal.
refuse-has-account = Du hast schon ein Konto.
refuse-no-account = Du hast kein Konto und damit kein Passwort.
refuse-no-account-code = Du hast kein Konto und damit keinen Wiederherstellungscode.
refuse-old-password = Das ist nicht dein altes Passwort. Gib das ein, mit dem du dich anmeldest.
refuse-password = Das ist nicht dein Passwort. Gib das ein, mit dem du dich anmeldest.
refuse-password-changed = Dein Passwort wurde gerade auf einem anderen Gerät geändert.
refuse-recovery = Benutzername und Wiederherstellungscode passen nicht zusammen. Ein Code gilt nur einmal.
refuse-invitation = Diese Einladung ist unbekannt, verbraucht oder zu alt. Bitte um eine neue.
refuse-unwanted-word = Eines dieser Wörter ist hier nicht erwünscht. Wähl ein anderes.

## Meldungen und Sperren

refuse-reports = { $count } deiner Meldungen hat noch niemand gelesen. Warte, bis sie gelesen sind.
refuse-own-words = Das sind deine eigenen Worte.
refuse-report-long = Schreib höchstens { $count } Buchstaben.
refuse-banned = Du bist in diesem Raum gesperrt.
refuse-banned-address = Deine Adresse ist in diesem Raum gesperrt.
refuse-banned-until = Die Sperre endet am { $moment }.
refuse-banned-why = Grund: { $why }

## Räume für Freunde

refuse-group-missing = Wir finden diesen Raum nicht. Hast du den ganzen Link?
refuse-group-strangers = Das geht nur für Mitglieder. Komm erst in den Raum.
refuse-group-removed = Du wurdest aus diesem Raum entfernt.
refuse-group-code = Dieser Link oder Code gilt nicht mehr. Frag jemanden im Raum nach dem neuen.
refuse-group-full = Dieser Raum ist voll: er hat { $count } Mitglieder.
refuse-group-founder = Nur wer den Raum eröffnet hat, kann andere entfernen.
refuse-group-member = Diese Person ist nicht in diesem Raum.
refuse-group-playing = Gerade läuft ein Match. Spiel mit, oder beginne, wenn es vorbei ist.
refuse-choose-game = Wähl erst ein Spiel.
refuse-founded = Du hast { $count } Räume eröffnet. Mehr gehen nicht.
refuse-joined = Du bist in { $count } Räumen. Verlass erst einen.
refuse-table-no-group = Dieser Tisch gehört zu keinem Raum.

## Zu viel auf einmal

refuse-deep = Das ist zu tief verschachtelt.
busy-room = Der Raum ist voll. Versuch es später noch einmal.
busy-tables = Der Raum ist voll: { $count } Tische sind offen. Versuch es später noch einmal.
busy-onlookers = Hier schauen zu viele zu. Versuch es später noch einmal.
busy-address-watching = Von deiner Adresse schauen viele zu. Versuch es später noch einmal.
busy-address-tables = An deiner Adresse sind viele Tische offen. Schließ erst einen.
busy-passwords = Gerade melden sich viele an. Versuch es gleich noch einmal.
busy-openid = Gerade melden sich viele an. Versuch es gleich noch einmal.
busy-mails = Viele E-Mails warten darauf, verschickt zu werden. Versuch es später noch einmal.
busy-exports = Deine Daten, oder die von anderen, werden gerade gesammelt. Versuch es gleich noch einmal.
busy-thinking = Die Bots haben zu viel zu bedenken. Versuch es gleich noch einmal.
busy-advice = Der Rat braucht zu lange. Versuch es noch einmal.
busy-review = Der schwere Bot hat nicht geantwortet. Versuch es noch einmal.
busy-dealing = Die Bots haben nicht geantwortet, also wurde nicht gegeben. Versuch es noch einmal.
busy-expert = Der schwere Bot lädt noch. Versuch es gleich noch einmal.
busy-closed-tables = Viele sehen sich gerade geschlossene Tische an. Versuch es gleich noch einmal.
busy-matches = Viele sehen sich gerade alte Matches an. Versuch es gleich noch einmal.
busy-checks = Gerade werden viele Aufzeichnungen geprüft. Versuch es gleich noch einmal.
busy-reviews = Gerade werden viele Matches analysiert. Versuch es später noch einmal.
busy-own-reviews = { $count } deiner Matches werden gerade analysiert. Warte, bis sie fertig sind.
busy-own = Du hast um vieles gebeten, das noch nicht fertig ist. Warte, bis es so weit ist.
busy-address = Leute an deiner Adresse haben um vieles gebeten, das noch nicht fertig ist. Warte, bis es so weit ist.
busy-group = Viele ändern diesen Raum zugleich. Versuch es noch einmal.
busy-again = Das hat nicht geklappt. Versuch es noch einmal.
busy-database = Der Raum erreicht seine Daten nicht. Versuch es gleich noch einmal.
busy-unchanged = Nichts wurde geändert. { $why }
busy-moved = Dieser Tisch ist auf einen anderen Server umgezogen. Versuch es noch einmal.
busy-lost-answer = Der Server dieses Tisches ist ausgefallen. Sieh nach, ob dein Zug zählt, und versuch es noch einmal.
too-often = Versuch es in { $count ->
    [one] einer Sekunde
   *[other] { $count } Sekunden
} noch einmal.
too-often-passwords = Zu viele Passwörter waren falsch.
too-often-tables = Du, oder Leute an deiner Adresse, haben viele Tische eröffnet.
too-often-talk = Du, oder Leute an deiner Adresse, haben viel gesagt.
too-often-guests = Von deiner Adresse kamen viele Gäste.
too-often-accounts = An deiner Adresse wurden viele Konten angelegt.
too-often-changes = Du, oder Leute an deiner Adresse, haben viel auf einmal geändert.
too-often-requests = Das war viel auf einmal.
too-often-review = Deine letzte Entscheidung wird noch bewertet.
too-often-codes = Viele Codes waren falsch.
too-often-mails = Es wurden viele E-Mails angefordert.

## Tische, deren Spiel nicht installiert ist

asleep-game = Das Spiel dieses Tisches, { $game }, geht hier gerade nicht: { $why }. Der Tisch kommt mit ihm wieder.
asleep-version = Dieser Tisch spielt nach Version { $version } der Regeln von { $game }. Er kommt mit dem { $package } wieder, das sie hat.
asleep-log = Dieser Tisch passt nicht zu seinem Spiel, wie es hier installiert ist. Er kommt mit der richtigen Version wieder.
asleep-missing = es ist hier nicht installiert

## Passkeys

refuse-passkey-wrong = Dieser Passkey gilt hier nicht. Nimm einen anderen oder dein Passwort.
refuse-passkey-late = Das hat zu lange gedauert oder kam doppelt. Versuch es noch einmal.
refuse-passkey-copied = Dieser Passkey wurde entfernt oder ist eine Kopie. Nimm dein Passwort, und entferne den Passkey, falls du ihn noch hast.
refuse-passkey-guest = Für Passkeys brauchst du ein Konto. Leg eins an: du behältst alles, was du bisher gemacht hast.
refuse-passkeys-full = Du hast { $most } Passkeys. Entferne einen, um einen neuen anzulegen.
refuse-delete-unproved = Dieses Konto hat kein Passwort. Lösche es auf deiner eigenen Seite: dort meldest du dich noch einmal an.

## E-Mail
refuse-mail-link = Dieser Link ist unbekannt, benutzt oder zu alt. Bitte um einen neuen.
refuse-mail-taken = Diese E-Mail-Adresse gehört hier zu einem anderen Konto.
refuse-no-mail = Wer diesen Kartenraum betreibt, kann dir ein neues Passwort geben: mailen können wir dir keins.
refuse-mail-address = Das ist keine E-Mail-Adresse. Eine sieht aus wie ann@example.org.
refuse-mail-guest = { $name } hat kein Konto und darum keine E-Mail-Adresse.

## Anmeldung bei einem OpenID-Anbieter
refuse-openid-failed = Die Anmeldung hat nicht geklappt. Bitte fang noch einmal von vorn an.
refuse-openid-signed-in = Du bist hier schon angemeldet. Melde dich erst ab, oder füge diese Anmeldung auf deiner eigenen Seite hinzu.
refuse-openid-taken = Diese Anmeldung gehört hier zu einem anderen Konto.
refuse-openid-login = Es konnte kein Konto angelegt werden. Frag die Person, die diesen Kartenraum betreibt.
refuse-no-openid = Dieser Raum hat keinen OpenID-Anbieter.
