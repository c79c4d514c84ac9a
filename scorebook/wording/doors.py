"""What is wrong with what people type where they come in, and where accounts, clubs and links are made."""

from scorebook.wording.languages import Marked

DOORS: Marked[dict[str, str]] = {
    "login_name.missing": "Hier fehlt der Name, mit dem du dich anmelden willst.",
    "login_name.too_long": "Der Name hat {length} Zeichen, höchstens {most} haben Platz.",
    "login_name.control": "In dem Namen stecken Zeichen, die man nicht sieht.",
    "login_name.taken": "Mit diesem Namen geht es nicht. Nimm einen anderen zum Anmelden.",
    "password.missing": "Hier fehlt ein Passwort.",
    "password.length": "Ein Passwort hat {least} bis {most} Zeichen.",
    "login.wrong": "Name oder Passwort stimmt nicht.",
    "password.wrong": "Das Passwort stimmt nicht.",
    # privacy
    "name.not_typed": "Tippe genau „{name}“.",
    "person.nameless": "Hier steht schon kein Name mehr.",
    "person.plays": "{name} sitzt noch am Tisch, am Abend vom {date}. Beende erst den Abend.",
    "account.unknown": "Diesen Zugang gibt es in diesem Verein nicht.",
    "account.last_admin": "Das ist der letzte Admin des Vereins. Mach erst einen anderen zum Admin.",
    "account.own_last_admin": "Du bist der letzte Admin von {club}. Mach erst einen anderen zum Admin, "
    "oder lösche den ganzen Verein.",
    "password.old_missing": "Hier fehlt das Passwort, das du jetzt hast.",
    "password.old_wrong": "Das ist nicht das Passwort, das du jetzt hast.",
    "account.elsewhere": "Dieser Zugang gehört auch zu einem anderen Verein, und ein Link öffnete ihn auch dort. "
    "Nimm ihn hier heraus und lade ihn neu ein, oder lass den Besitzer des Rechners helfen.",
    "account.which": "Der Verein hat mehrere Admins. Sag mit --account, für wen der Link ist.",
    "account.no_admin": "Diesen Admin hat der Verein nicht.",
    "roles.missing": "Wähl mindestens eins aus.",
    "roles.unknown": "Das kann in einem Verein keiner sein.",
    "roles.last_admin": "Einen Admin braucht der Verein. Mach zuerst jemand anderen dazu.",
    "club.missing": "Wie heißt der Verein?",
    "club.too_long": "Der Name hat {length} Zeichen, höchstens {most} haben Platz.",
    "club.control": "In dem Namen stecken Zeichen, die man nicht sieht.",
    # links
    "link.kind": "Für einen Tisch oder für einen Bildschirm?",
    "link.lasts": "Wie lange soll er gelten?",
    "link.sheet": "Diesen Tisch gibt es an diesem Abend nicht.",
    "code.missing": "Hier fehlt der Code.",
    "code.shape": "Ein Code hat zehn Zeichen, wie „K7P4-XMQ-2AC“. Die Zeichen O, 0, I und 1 kommen nicht vor.",
    "code.wrong": "Dieser Code stimmt nicht. Schau noch einmal auf das Blatt.",
}
