"""The errors that reach a user, each with the exit code it ends the program with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.model.finding import Finding


class PnpError(Exception):
    """A fault of ours or of the machine: disk full, font unreadable."""

    exit_code = 3


class UsageError(PnpError):
    """The command line asks for something that cannot be."""

    exit_code = 2


class SheetError(PnpError):
    """A sheet of the program's own cannot show a text; `code` is the finding's."""

    exit_code = 1

    def __init__(self, message: str, text: str = "", code: str = "") -> None:
        super().__init__(message)
        self.text = text
        self.code = code


class ContentError(PnpError):
    """The content is wrong; the findings say where."""

    exit_code = 1

    def __init__(self, *findings: Finding) -> None:
        super().__init__("\n".join(f.message for f in findings))
        self.findings = findings
