"""What all forms of the pages have in common."""

from collections.abc import Iterable, Iterator
from typing import Any

from flask_wtf import FlaskForm
from wtforms import HiddenField

from scorebook import wording
from scorebook.rules import Finding
from scorebook.web.texts import gettext


class PageForm(FlaskForm):
    """A form that checks its token itself, so that what was typed is still there where the token is missing.

    `top` holds what is wrong with the form as a whole, `notices` what else is to be said about it.
    """

    class Meta:
        """Take the catalogues of WTForms itself, which it keeps, not some that are found and read at every request."""

        @property
        def locales(self) -> tuple[str]:
            """The language of the request, as WTForms knows it."""
            return (gettext.locale.partition("_")[0],)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.top: list[str] = []
        self.notices: list[str] = []

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the fields and the token; tell the person about the token in words."""
        valid = bool(super().validate(extra_validators))
        if self.stale:
            self.top.append(gettext("Diese Seite war zu alt. Es ist nichts geschehen; bitte noch einmal absenden."))
        return valid

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words; at the top where there is none."""
        for finding in findings:
            text = wording.message(finding, gettext)
            if finding.field in self:
                self[finding.field].errors = [*self[finding.field].errors, text]
            else:
                self.top.append(text)

    def used_by(self, *_names: str) -> str:
        """Name the contracts that use these fields, for the style sheet; "" for fields that are always used."""
        return ""

    @property
    def stale(self) -> bool:
        """Whether the token was missing, or is not of this browser."""
        return "csrf_token" in self.errors

    def wrong(self) -> Iterator[Any]:
        """Give the fields with an error, in order."""
        return (field for field in self if field.errors and not isinstance(field, HiddenField))
