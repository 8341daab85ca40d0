"""Load a game's theme: fonts, colours and text styles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.content.fontfile import font_fault
from pnp.content.gamefile import ThemeFile
from pnp.content.schema import did_you_mean, read_model, shown
from pnp.content.yamlfile import load_yaml
from pnp.errors import ContentError
from pnp.model.finding import Finding
from pnp.model.theme import FontFamily, Style, Theme
from pnp.model.units import parse_color

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.content.project import Project
    from pnp.model.marks import Document


def load_theme(project: Project, template_dir: Path, language: str) -> tuple[Theme | None, list[Finding]]:
    """Return the looks that a folder's `theme.yaml` tells, or None and what is wrong with them."""
    try:
        document = load_yaml(template_dir / "theme.yaml")
    except ContentError as error:
        return None, list(error.findings)
    spec, findings = read_model(ThemeFile, document.data, document)
    if not spec:
        return None, findings
    fonts = {name: _family(project, name, spec, document, findings) for name in spec.fonts}
    styles = {name: _style(name, spec, fonts, document, language, findings) for name in spec.styles}
    if findings:
        return None, findings
    return Theme(
        {k: v for k, v in fonts.items() if v}, spec.colors, {k: v for k, v in styles.items() if v}
    ), []


def _style(
    name: str,
    spec: ThemeFile,
    fonts: dict[str, FontFamily | None],
    document: Document,
    language: str,
    findings: list[Finding],
) -> Style | None:
    style = spec.styles[name]
    color = spec.colors.get(style.color, style.color)
    try:
        parse_color(color)
    except ValueError as error:
        hint = did_you_mean(style.color, spec.colors)
        findings.append(Finding("schema/type", document.mark("styles", name, "color"), f"{error}.", hint))
    if style.font not in fonts:
        message = f"There is no font {style.font!r} in this theme."
        hint = did_you_mean(style.font, spec.fonts)
        findings.append(Finding("ref/unknown", document.mark("styles", name, "font"), message, hint))
    family = fonts.get(style.font)
    if family is None:
        return None
    return Style(
        name,
        family,
        style.size,
        style.size if style.min is None else style.min,
        style.leading,
        style.tracking,
        color,
        style.align,
        style.valign,
        style.hyphenate,
        style.bold,
        style.italic,
        language,
    )


def _family(
    project: Project, name: str, spec: ThemeFile, document: Document, findings: list[Finding]
) -> FontFamily | None:
    files: dict[str, Path] = {}
    for face, file in spec.fonts[name].model_dump(exclude_none=True).items():
        found = project.font_file(file)
        fault = font_fault(found) if found else "There is no such file."
        if found and not fault:
            files[face] = found
        else:
            message = f"The font {shown(file)} cannot be read. {fault}"
            mark = document.mark("fonts", name, face)
            findings.append(Finding("asset/missing", mark, message, "TrueType fonts lie in fonts/."))
    return FontFamily(name, **files) if "regular" in files else None
