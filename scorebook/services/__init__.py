"""Use cases, one module each. The only place that commits; who acts comes with every call.

access       who may do what
accounts     get in by an invitation, or with name and password
attempts     stop whoever guesses
logins       browsers that were let in
own          one's own account: name, password, logins, clubs
members      who belongs to a club, and as what
clubs        clubs, and the way in for the machine's owner
log          who did what
tokens       keys for programs
evenings     begin an evening, find and read evenings
recording    record a game
lists        work out and record a whole list from paper
cancelling   take a game back
correcting   put a better version in the place of a game
closing      end an evening, and open it again
stock        what becomes of a Stock that is left then, and its way into the next evening
seating      who sits at a table from its next game on
last_round   call the last round, and call it off
tables       a further table in an evening
rulesets     keep the club's own rules, go on by others in mid-evening
exporting    an evening as data
importing    an evening from data
backup       the whole book in a file, and back
health       whether the server is well
verifying    work out everything anew
sampling     evenings made up at random
log          what is written of every change, as the last thing in its transaction
log_facts    what the log keeps of games
reading_log  the log to read
verifying_log  whether the log is what was written
stats        somebody's statistics, with the games behind them
review       a year or a season looked back on
import_people  who the people of a club's file are in the book
people       the people of a club, and what is known of each
naming       who is meant by a name
merging      two people who are one
verifying_people  whether those are one at every evening
privacy      what the book has of somebody, and his name that goes
leaving      one's own account: what is kept of it, and its end
cash_book    the club's cash book: entries, and what takes them back
cash_accounts  what people have and owe at the club
cash_evenings  what the box gets and gives at evenings
levies       what is due at an evening besides its games
open_evenings  what is still open at evenings
cash_till    the till counted, and what is too much or too little
cash_closing  a year closed, and carried over
club_data    a whole club: to take away, and its end
"""

from scorebook.services.refusals import ConfirmError, RefusedError

__all__ = ["ConfirmError", "RefusedError"]
