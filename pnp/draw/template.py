"""Render a game's SVG templates: Jinja2, sandboxed, with nothing undefined, errors with file and line."""

from __future__ import annotations

import math
import traceback
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from pnp.content.numbers import format_number, plural
from pnp.content.project import template_folders
from pnp.content.strings import UntranslatedError
from pnp.draw.box import make_box
from pnp.draw.part import make_part
from pnp.draw.svg import SvgError, parse_svg, part_elements, part_over, part_texts, secure_art, serialise
from pnp.errors import ContentError
from pnp.model.face import Face, Part
from pnp.model.finding import Finding, Mark
from pnp.model.units import parse_size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.model.face import Drawing, Outline
    from pnp.model.game import Component, Game

_MATH = {
    name: getattr(math, name)
    for name in ("sin", "cos", "tan", "atan2", "sqrt", "hypot", "pi", "radians", "degrees")
}


class Templates:
    """The templates of one game. `face` renders one and lays out its texts.

    `drawn` are components drawn before, by id: their faces may be set on others with `<pnp:face>`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.folders = template_folders(game.template_dir)
        self.art_folders = (*self.folders, game.content_dir)
        self._env = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader(self.folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._env.globals.update(
            _MATH,
            icon=self._icon_markup,
            words=game.words,
            number=lambda value: format_number(value, game.locale),
            plural=lambda forms, value: plural(forms, value, game.locale),
            colors=game.theme.colors,
            game=game,
            zip=zip,
            min=min,
            max=max,
            abs=abs,
            **game.data,
            **game.collections,
        )
        self.drawn: Mapping[str, Drawing] = {}
        self._faces: dict[tuple[str, str], Face] = {}

    def face(self, template: str, component: Component, name: str, mark: Mark, **values: Any) -> Face:
        """Return the face that a template makes of the values; the same result gives the same Face.

        Raises ContentError with the template's file and, where it is known, line.
        """
        return self.sized(
            template, (component.width, component.height, component.bleed), name, mark, **values
        )

    def sized(
        self,
        template: str,
        size: tuple[float, float, float],
        name: str,
        mark: Mark,
        *,
        cut: Outline = (),
        **values: Any,
    ) -> Face:
        """Return the face of a template at a size of (width, height, bleed) millimetres.

        `cut` is the line to cut along where that is not the trim; the template knows it by that name.
        """
        width, height, bleed = size
        given = {"width": round(width, 4), "height": round(height, 4), "bleed": bleed, "cut": cut}
        source = self._render(template, {**given, **values})
        known = self._faces.get((template, source))
        if known:
            return known
        try:
            root = parse_svg(source)
            _check_size(root.attrib, width, height)
            parts = [make_part(e, self.drawn) for e in part_elements(root, "face")]
            boxes = tuple(make_box(e, self.game, self.icon_source) for e in part_texts(root))
            secure_art(root, self.art_folders)
            over = part_over(root)
        except SvgError as error:
            file_mark = Mark(self._file(template))
            message = f"{error} (made for {name}, line {error.line})" if error.line else str(error)
            raise ContentError(Finding(error.code, file_mark, message, error.hint)) from None
        except UntranslatedError as error:
            raise ContentError(_untranslated(error, Mark(self._file(template)))) from None
        if over is not None:
            parts.append(Part(Face(f"{name}, above", width, height, bleed, serialise(over, *size)), 0, 0))
        art = serialise(root, *size)
        face = Face(name, width, height, bleed, art, boxes, tuple(parts), mark, cut)
        self._faces[template, source] = face
        return face

    def holds(self, expression: str, mark: Mark, **values: Any) -> bool:
        """Return whether a Jinja expression is true; ContentError at `mark` when it cannot be worked out."""
        return bool(self.evaluate(expression, mark, **values))

    def evaluate(self, expression: str, mark: Mark, **values: Any) -> Any:
        """Return what a Jinja expression gives; ContentError at `mark` when it cannot be worked out."""
        try:
            return self._env.compile_expression(expression, undefined_to_none=False)(**values)
        except Exception as error:  # noqa: BLE001 - an expression is a user's program
            message = f"The expression cannot be worked out: {error}."
            raise ContentError(Finding("template/error", mark, message, "Mend the expression.")) from None

    def text(self, source: str, mark: Mark, **values: Any) -> str:
        """Return what a template of plain text gives; ContentError at `mark` when it cannot be worked out."""
        try:
            return self._env.overlay(autoescape=False).from_string(source).render(values)
        except Exception as error:  # noqa: BLE001 - a template is a user's program
            message = f"The template cannot be worked out: {error}."
            raise ContentError(Finding("template/error", mark, message, "Mend the template.")) from None

    def icon_source(self, name: str) -> str:
        """Return an icon's SVG; SvgError `asset/missing` when there is none of that name."""
        for folder in self.folders:
            file = folder / "icons" / f"{name}.svg"
            if file.is_file():
                return _read(file)
        raise SvgError(
            f"There is no icon {name!r}.", "The icons lie in templates/common/icons/.", code="asset/missing"
        )

    def _icon_markup(self, name: str, x: float, y: float, size: float, color: str) -> Markup:
        root = parse_svg(self.icon_source(name))
        left, top, width, height = (float(v) for v in root.get("viewBox", "0 0 512 512").split())
        scale = size / max(width, height)
        dx, dy = x + (size - width * scale) / 2 - left * scale, y + (size - height * scale) / 2 - top * scale
        source = self.icon_source(name)
        inner = source[source.index(">", source.index("<svg")) + 1 : source.rindex("</svg>")]
        inner = inner.replace("currentColor", color)
        return Markup(f'<g transform="translate({dx:.4f} {dy:.4f}) scale({scale:.6f})">{inner}</g>')  # noqa: S704 - our own file

    def _file(self, template: str) -> Path:
        for folder in self.folders:
            if (folder / template).is_file():
                return folder / template
        return self.folders[0] / template

    def _render(self, template: str, values: Mapping[str, Any]) -> str:
        try:
            return self._env.get_template(template).render(values)
        except TemplateNotFound as error:
            mark = Mark(self._file(template))
            finding = Finding(
                "asset/missing", mark, f"There is no template {error.name!r}.", "Look at its name."
            )
        except TemplateSyntaxError as error:
            mark = Mark(self._file(error.name or template), error.lineno, 1)
            finding = Finding(
                "template/error", mark, f"{error.message}.", "Mend the template's syntax there."
            )
        except SvgError as error:
            finding = Finding(error.code, self._where(error, template), str(error), error.hint)
        except UntranslatedError as error:
            finding = _untranslated(error, self._where(error, template))
        except Exception as error:  # noqa: BLE001 - a template is a user's program and may raise anything
            message = f"{type(error).__name__}: {error}".removeprefix("UndefinedError: ")
            finding = Finding("template/error", self._where(error, template), f"{message}.", "")
        raise ContentError(finding) from None

    def _where(self, error: Exception, template: str) -> Mark:
        frames = traceback.extract_tb(error.__traceback__)
        for frame in reversed(frames):
            if any(frame.filename.startswith(str(folder)) for folder in self.folders):
                return Mark(Path(frame.filename), frame.lineno or 1, 1)
        return Mark(self._file(template))


def _untranslated(error: UntranslatedError, mark: Mark) -> Finding:
    hint = "Add it to the overlay: this piece prints it, though covers does not name its collection."
    return Finding("lang/missing", mark, str(error), hint)


def _check_size(attributes: Mapping[str, str], width: float, height: float) -> None:
    box = attributes.get("viewBox", "").replace(",", " ").split()
    try:
        given = parse_size("x".join(box[2:])) if box[:2] == ["0", "0"] else (0.0, 0.0)
    except ValueError:
        given = (0.0, 0.0)
    if abs(given[0] - width) > 0.01 or abs(given[1] - height) > 0.01:  # noqa: PLR2004 - a hundredth of a millimetre
        shown = attributes.get("viewBox", "missing")
        raise SvgError(
            f"The template's viewBox is {shown!r}, the piece is {width:g} x {height:g} mm.",
            f'Write viewBox="0 0 {width:g} {height:g}": one unit is one millimetre.',
        )


@lru_cache(maxsize=1024)
def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip()
