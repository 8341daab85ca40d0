"""Render a game's SVG templates: Jinja2, sandboxed, with nothing undefined, errors with file and line."""

from __future__ import annotations

import hashlib
import math
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import TemplateNotFound, TemplateSyntaxError, meta, nodes
from markupsafe import Markup

from pnp.content.numbers import format_number, plural
from pnp.content.project import file_within, template_folders
from pnp.content.sandbox import Sandbox
from pnp.content.schema import shown
from pnp.content.strings import UntranslatedError
from pnp.draw.art import check_art
from pnp.draw.box import make_box
from pnp.draw.icons import find_icon
from pnp.draw.images import embed_images
from pnp.draw.part import make_part
from pnp.draw.svg import SvgError, parse_svg, part_elements, part_over, part_texts, serialise, without_texts
from pnp.draw.where import find_mark
from pnp.errors import ContentError
from pnp.model.face import Face, Part
from pnp.model.finding import Finding, Mark
from pnp.model.units import parse_size

if TYPE_CHECKING:
    import xml.etree.ElementTree as ET
    from collections.abc import Mapping

    from jinja2 import Template

    from pnp.draw.icons import IconArt
    from pnp.model.face import Drawing, Outline
    from pnp.model.game import Component, Game
    from pnp.model.sheet import Ink

_MATH = {
    name: getattr(math, name)
    for name in ("sin", "cos", "tan", "atan2", "sqrt", "hypot", "pi", "radians", "degrees")
}


class _Ground(NamedTuple):
    """What a face has besides its texts: art, the art that lies over its parts, and these."""

    art: str
    above: str
    parts: tuple[Part, ...]


class Templates:
    """The templates of one game. `face` renders one and lays out its texts.

    `drawn` are components drawn before, by id: their faces may be set on others with `<pnp:face>`.
    """

    def __init__(self, game: Game, ink: Ink = "full") -> None:
        self.game = game
        self.ink = ink
        self.folders = template_folders(game.template_dir)
        self.art_folders = (*self.folders, game.content_dir)
        self._env = Sandbox(self.folders, autoescape=True, trim_blocks=True, lstrip_blocks=True)
        self._env.globals.update(
            _MATH,
            icon=self._icon_markup,
            words=game.words,
            number=lambda value: format_number(value, game.locale),
            plural=lambda forms, value: plural(forms, value, game.locale),
            colors=game.theme.colors,
            game=game,
            ink=ink,
            zip=zip,
            min=min,
            max=max,
            abs=abs,
            **game.data,
            **game.collections,
        )
        self.drawn: Mapping[str, Drawing] = {}
        self._faces: dict[tuple[str, bytes, Outline], Face] = {}
        self._grounds: dict[tuple[str, bytes, tuple[float, float, float]], _Ground] = {}
        self._icons: dict[str, IconArt] = {}
        self._texts: dict[str, Template] = {}
        self._asking: dict[str, bool] = {}

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
        key = (template, hashlib.sha256(source.encode()).digest(), cut)
        known = self._faces.get(key)
        if known:
            return known
        try:
            ground, texts = self._parted(template, source, size)
            boxes = tuple(make_box(e, self.game, size, self.icon_source) for e in texts)
        except SvgError as error:
            where = find_mark(self._sources(template), error.clues)
            if where is None:
                where = mark if error.code == "asset/missing" else Mark(self._file(template), 1, 1)
            raise ContentError(Finding(error.code, where, str(error), error.hint)) from None
        except UntranslatedError as error:
            raise ContentError(_untranslated(error, Mark(self._file(template)))) from None
        parts = ground.parts
        if ground.above:
            parts = (*parts, Part(Face(f"{name}, above", width, height, bleed, ground.above), 0, 0))
        thrifty = self.ink != "full" and self._asks_ink(template)
        face = Face(name, width, height, bleed, ground.art, boxes, parts, mark, cut, thrifty=thrifty)
        self._faces[key] = face
        return face

    def _parted(
        self, template: str, source: str, size: tuple[float, float, float]
    ) -> tuple[_Ground, list[ET.Element]]:
        """Return what a rendered template has besides its texts, checked, and the texts' elements.

        Faces that differ in their texts alone have one ground.
        """
        bare, texts = without_texts(source)
        key = template, hashlib.sha256(bare.encode()).digest(), size
        if key in self._grounds:
            return self._grounds[key], texts
        root = parse_svg(source)
        _check_size(root.attrib, *size[:2])
        parts = tuple(make_part(e, self.drawn) for e in part_elements(root, "face"))
        elements = part_texts(root)
        check_art(root)
        embed_images(root, self.art_folders)
        over = part_over(root)
        ground = _Ground(serialise(root, *size), "" if over is None else serialise(over, *size), parts)
        if len(texts) == len(elements):
            self._grounds[key] = ground
        return ground, elements

    def holds(self, expression: str, mark: Mark, **values: Any) -> bool:
        """Return whether a Jinja expression is true; ContentError at `mark` when it cannot be worked out."""
        return bool(self.evaluate(expression, mark, **values))

    def evaluate(self, expression: str, mark: Mark, **values: Any) -> Any:
        """Return what a Jinja expression gives; ContentError at `mark` when it cannot be worked out."""
        self._env.begin()
        try:
            return self._env.compile_expression(expression, undefined_to_none=False)(**values)
        except Exception as error:  # noqa: BLE001 - an expression is a user's program
            message = f"The expression cannot be worked out: {_problem(error)}."
            raise ContentError(Finding("template/error", mark, message, "Mend the expression.")) from None

    def text(self, source: str, mark: Mark, **values: Any) -> str:
        """Return what a template of plain text gives; ContentError at `mark` when it cannot be worked out."""
        self._env.begin()
        try:
            if source not in self._texts:
                self._texts[source] = self._env.overlay(autoescape=False).from_string(source)
            return self._texts[source].render(values)
        except Exception as error:  # noqa: BLE001 - a template is a user's program
            message = f"The template cannot be worked out: {_problem(error)}."
            raise ContentError(Finding("template/error", mark, message, "Mend the template.")) from None

    def icon_source(self, name: str) -> str:
        """Return an icon's SVG; SvgError `asset/missing` when there is none of that name."""
        return self._icon(name).source

    def _icon_markup(self, name: str, x: float, y: float, size: float, color: str) -> Markup:
        return Markup(self._icon(name).markup(x, y, size, color))  # noqa: S704 - checked when read

    def _icon(self, name: str) -> IconArt:
        if name not in self._icons:
            self._icons[name] = find_icon(name, self.folders)
        return self._icons[name]

    def has(self, template: str) -> bool:
        """Return whether there is a template of that name."""
        return any(file_within(folder, template) for folder in self.folders)

    def _file(self, template: str) -> Path:
        found = (file_within(folder, template) for folder in self.folders)
        return next((file for file in found if file), self.folders[0])

    def _sources(self, template: str) -> list[Path]:
        """Return the files of a template and of all that it takes in, itself first."""
        found: dict[Path, None] = {}
        waiting = [template]
        while waiting:
            file = self._file(waiting.pop())
            if file.is_file() and file not in found:
                found[file] = None
                named = meta.find_referenced_templates(self._env.parse(file.read_text(encoding="utf-8")))
                waiting += [name for name in named if name]
        return list(found)

    def _asks_ink(self, template: str) -> bool:
        """Return whether a template, or one that it takes in, looks at the ink itself."""
        if template not in self._asking:
            trees = (self._env.parse(f.read_text(encoding="utf-8")) for f in self._sources(template))
            named = ({n.ctx for n in tree.find_all(nodes.Name) if n.name == "ink"} for tree in trees)
            self._asking[template] = {"load"} in list(named)
        return self._asking[template]

    def _render(self, template: str, values: Mapping[str, Any]) -> str:
        self._env.begin()
        try:
            return self._loaded(template).render(values)
        except ContentError:
            raise
        except TemplateNotFound as error:
            message = f"There is no template {shown(error.name)}."
            finding = Finding("asset/missing", self._where(error, template), message, "Look at its name.")
        except TemplateSyntaxError as error:
            mark = Mark(self._file(error.name or template), error.lineno, 1)
            message = f"{_problem(error)}."
            finding = Finding("template/error", mark, message, "Mend the template's syntax there.")
        except SvgError as error:
            finding = Finding(error.code, self._where(error, template), str(error), error.hint)
        except UntranslatedError as error:
            finding = _untranslated(error, self._where(error, template))
        except Exception as error:  # noqa: BLE001 - a template is a user's program and may raise anything
            message = f"The template cannot be worked out: {_problem(error)}."
            finding = Finding("template/error", self._where(error, template), message, "Mend that line.")
        raise ContentError(finding) from None

    def _loaded(self, name: str) -> Template:
        """Return a template with its globals in one plain dictionary, which each rendering copies."""
        template = self._env.get_template(name)
        if not isinstance(template.globals, dict):
            template.globals = dict(template.globals)
        return template

    def _where(self, error: Exception, template: str) -> Mark:
        frames = traceback.extract_tb(error.__traceback__)
        for frame in reversed(frames):
            if any(frame.filename.startswith(str(folder)) for folder in self.folders):
                return Mark(Path(frame.filename), frame.lineno or 1, 1)
        return Mark(self._file(template), 1, 1)


def _problem(error: Exception) -> str:
    """Return what an exception says, in one line and without a full stop."""
    text = str(error) or type(error).__name__
    if isinstance(error, RecursionError):
        text = "it calls itself without end"
    elif isinstance(error, MemoryError):
        text = "it asks for too much memory"
    return " ".join(text.split()).rstrip(".")


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
            clues=(r"viewBox\s*=", r"<svg\b"),
        )
