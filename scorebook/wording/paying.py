"""What is wrong with a payment, or with what is needed for one, in words."""

from scorebook.wording.marked import Marked

PAYING: Marked[dict[str, str]] = {
    "payment.missing": "Wie viel ist bezahlt?",
    "payment.no_amount": "Das ist kein Betrag. Tippe ihn wie „4,20“.",
    "payment.nothing": "Ein bezahlter Betrag ist größer als null. Was falsch war, nimmst du zurück.",
    "payment.more": "Offen sind nur {open}. War es wirklich mehr, dann bestätige es.",
    "payment.parties": "Zahlung {number}: wer zahlt und wer bekommt, sind dieselben.",
    "payments.no_money": "Bezahlt kann nur sein, wo es um Geld geht: hier fehlt der Preis.",
    "round_to.unknown": "Gerundet wird auf 5, 10 oder 50 Cent, oder gar nicht.",
    "iban.missing": "Hier fehlt die IBAN.",
    "iban.shape": "Eine IBAN beginnt mit zwei Buchstaben und zwei Ziffern, dann kommen nur Buchstaben und Ziffern.",
    "iban.length": "Eine IBAN aus {country} hat {wanted} Zeichen, diese hat {length}.",
    "iban.too_long": "Eine IBAN hat 15 bis 34 Zeichen, diese hat {length}.",
    "iban.check": "Diese IBAN stimmt nicht: eine Ziffer ist falsch oder vertauscht.",
}
