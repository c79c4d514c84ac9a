"""A ruling of the referee in the form of a game: what its address brings along stands there, and is to be entered."""

from flask import request

from scorebook.web.entry_form import EntryForm

BROUGHT = ("who", "contract", "partner", "called", "revoke", "revoke_reason", "reason")
"""Fields with one answer that an address may fill."""


def with_ruling(form: EntryForm) -> EntryForm:
    """Put what the address brings along into the form; without it the form stays as it is."""
    for name in BROUGHT:
        if name in request.args and name in form:
            form[name].data = request.args[name]
    if "sitting_out" in request.args and "sitting_out" in form:
        form.sitting_out.data = request.args.getlist("sitting_out")
    return form.keep_reason()
