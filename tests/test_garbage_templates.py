"""Templates and art that are not what they should be, or reach for what is not theirs."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import pytest
from helpers import BACK, FACE, ROOT

if TYPE_CHECKING:
    from helpers import Project

FILE = "templates/demo/card.svg"
GAME_FILE = "content/demo/game.yaml"
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def _with(project: Project, art: str) -> None:
    """Put art, or a piece of template, in a line of its own, the fifth, before `</svg>`."""
    project.edit(FILE, "</svg>", f"{art}\n</svg>")


def _png(width: int, height: int) -> bytes:
    """Return a PNG of black pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 7) // 8 + 1) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("wrong", "line", "says"),
    [
        ("{{ card.name }", 3, "}"),
        ("{% for x in y %}", 4, "endfor"),
        ("{{ card.nam }}", 3, "no field 'nam'"),
        ("{{ crad.name }}", 3, "'crad' is undefined"),
        ("{{ cards['three'].name }}", 3, "no 'three' in cards"),
        ("{{ 1 / 0 }}", 3, "division by zero"),
        ("{{ '' | nofilter }}", 3, "nofilter"),
        ("{{ card.name() }}", 3, "callable"),
        ("{{ ''.__class__.__mro__ }}", 3, "unsafe"),
        ("{{ cards.append(1) }}", 3, ""),
        ("{{ words.update({}) }}", 3, ""),
        ("{{ range(10**9) | list }}", 3, "Range too big"),
        (
            "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
            3,
            "1,000,000 times",
        ),
        ("{{ 10 ** (10 ** 10) }}", 3, "too large"),
        ("{{ 'x' * 10 ** 10 }}", 3, "too large"),
        ("{{ ([1] * 10 ** 10) | length }}", 3, "too large"),
        ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", 3, "calls itself"),
        ("{% include 'card.svg' %}", 3, "calls itself"),
    ],
)
def test_programs_that_fail(project: Project, wrong: str, line: int, says: str) -> None:
    """Syntax, undefined names, forbidden and endless work: one finding at the template's line."""
    project.edit(FILE, "{{ card.name }}", wrong)
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("template/error", FILE, line)
    assert says in found["message"]


@pytest.mark.parametrize(
    "reach",
    [
        "{{ game.document.file.read_text() }}",
        "{{ game.content_dir.joinpath('../../../secret').read_text() }}",
        "{{ game.theme.styles.body.family.regular.read_bytes() }}",
        "{{ game.document.mark().file.unlink() }}",
        "{{ game.template_dir | attr('parent') }}",
        "{{ (game.checks | map(attribute='__class__') | list)[0] }}",
        "{{ [game] | map(attribute='content_dir') | first }}",
    ],
)
def test_templates_reach_no_files(project: Project, reach: str) -> None:
    """Paths that the engine works with open and delete files; a template gets at none of them."""
    before = sorted(project.root.rglob("*"))
    project.edit(FILE, "{{ card.name }}", reach)
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("template/error", FILE, 3)
    assert sorted(project.root.rglob("*")) == before


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../../../etc/passwd", "nothing.svg", "passwd.svg", "theme.svg"]
)
def test_includes_outside(project: Project, name: str) -> None:
    """A template takes in templates of its folders alone, and no link leads out."""
    (project.root / "templates/demo/passwd.svg").symlink_to("/etc/passwd")
    (project.root / "templates/demo/theme.svg").mkdir()
    _with(project, f"{{% include '{name}' %}}")
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("asset/missing", FILE, 5)


@pytest.mark.parametrize(
    "name", ["crd.svg", "../../x.svg", "/etc/passwd", '""', ".", "a" * 5000, "link.svg", "loop.svg"]
)
def test_faces_outside(project: Project, name: str) -> None:
    """A component's template is looked for before anything is drawn, and told where it is named."""
    (project.root / "templates/demo/link.svg").symlink_to("/etc/passwd")
    (project.root / "templates/demo/loop.svg").symlink_to("loop.svg")
    project.edit(GAME_FILE, "face: card.svg", f"face: {name}")
    assert project.at() == f"asset/missing {GAME_FILE}:10:30"


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"", "template/error", 1),
        (FACE.replace("{{ card.name }}", "Первая").encode("cp1251"), "yaml/encoding", 3),
        (b"\xef\xbb\xbf" + FACE.encode(), "yaml/encoding", 1),
        (FACE.replace("#eeeeee", "#ee\0eee").encode(), "yaml/encoding", 2),
        (
            FACE.replace('  <pnp:text id="text"', '<<<<<<< HEAD\n  <pnp:text id="text"').encode(),
            "template/error",
            4,
        ),
        (
            FACE.replace('  <pnp:text id="text"', '=======\n  <pnp:text id="text"').encode(),
            "template/error",
            4,
        ),
        (b"<html></html>", "template/error", 1),
        (FACE.replace('xmlns="http://www.w3.org/2000/svg" ', "").encode(), "template/error", 1),
        (FACE.replace('xmlns:pnp="urn:pnp" ', "").encode(), "template/error", 3),
        (FACE.replace("/>", ">").encode(), "template/error", 5),
        (FACE.replace("</svg>", "").encode(), "template/error", 4),
        (FACE.replace("{{ card.name }}", "{{ card.name | safe }} < & >").encode(), "template/error", 3),
        (
            FACE.replace("<svg", "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg").encode(),
            "template/error",
            1,
        ),
        (FACE.replace('viewBox="0 0 63 88"', 'viewBox="0 0 63 89"').encode(), "template/error", 1),
        (FACE.replace('viewBox="0 0 63 88"', 'viewBox="a b c d"').encode(), "template/error", 1),
        (FACE.replace('viewBox="0 0 63 88"', "").encode(), "template/error", 1),
    ],
)
def test_files_that_are_no_template(project: Project, content: bytes, code: str, line: int) -> None:
    """Bytes, marks and XML that is none: located in the template."""
    project.write(FILE, content)
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == (code, FILE, line)


OUTSIDE = [
    "/etc/passwd",
    "file:///etc/passwd",
    "http://127.0.0.1:1/x.png",
    "../../../etc/passwd",
    "//host/x.png",
]


@pytest.mark.parametrize(
    "href", [*OUTSIDE, "..\\x.png", "%2e%2e/x.png", "HTTP://127.0.0.1/a.png", "", "#name"]
)
@pytest.mark.parametrize("key", ["href", "xlink:href"])
def test_images_outside(project: Project, href: str, key: str) -> None:
    """A picture comes from the project's folders and from nowhere else."""
    _with(project, f'<image {XLINK} {key}="{href}" x="1" y="1" width="9" height="9"/>')
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("asset/missing", FILE, 5)


@pytest.mark.parametrize(
    "art",
    [
        *(f'<use href="{href}#a"/>' for href in OUTSIDE),
        '<use href="other.svg#a"/>',
        '<use href="data:image/svg+xml,x#a"/>',
        '<linearGradient id="a" href="file:///etc/passwd"/>',
        '<rect width="1" height="1" fill="url(http://127.0.0.1:1/a)"/>',
        '<rect width="1" height="1" fill="url( \'file:///etc/passwd\' )"/>',
        '<rect width="1" height="1" style="fill: url(file:///etc/passwd)"/>',
        '<rect width="1" height="1" clip-path="url(other.svg#a)"/>',
        '<style>@import "file:///etc/passwd";</style>',
        "<style>rect {fill: u\\72l(http://127.0.0.1:1/a)}</style>",
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
        '<a href="http://127.0.0.1:1/"><rect width="1" height="1"/></a>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
        "<script>1</script>",
        '<animate attributeName="x"/>',
        "<text>hello</text>",
        "<g><tspan>hello</tspan></g>",
        "<mask id='m'/>",
        "<filter id='f'/>",
        "<pnp:other/>",
        "hello",
        "<g>hello</g>",
    ],
)
def test_art_of_no_use(project: Project, art: str) -> None:
    """References to elsewhere, text outside boxes and elements that would not be drawn are refused."""
    _with(project, art)
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("template/error", FILE, 5)


@pytest.mark.parametrize(
    "attribute",
    [
'fill="#zzz"', 'fill="nocolor"', 'fill="#12345"', 'fill=""', 'fill="rgb(1,2)"', 'fill="rgb(a,b,c)"',
        'fill="{{ colors }}"', 'fill="{{ colors.ink }}f"', 'fill="url(#nothing)"', 'stroke="#zzz"',
        'stop-color="hsl(1,2%,3%)"', 'opacity="abc"', 'fill-opacity="1e999"', 'stroke-width="abc"',
        'stroke-width="-1"', 'stroke-width="NaN"', 'stroke-dasharray="a b"', 'stroke-dasharray="-1 2"',
        'stroke-linecap="foo"', 'fill-rule="odd"', 'transform="rotate(abc)"', 'transform="foo(1)"',
        'transform="rotate("', 'transform="matrix(1 2)"', 'style="fill"', 'style="fill: #zzz"',
        'clip-path="url(#nothing)"', 'clip-path="nothing"', 'filter="url(#f)"', 'mask="url(#m)"',
        'rx="abc"', 'x="abc"', 'x="1e999"', 'x="nan"', 'x="1 2"', 'y="{{ 10.0 ** 300 }}"',
    ],
)  # fmt: skip
def test_values_that_are_none(project: Project, attribute: str) -> None:
    """Colours, numbers, lists and references of art are checked, since cairo would draw something else."""
    _with(project, f'<rect width="5" height="5" {attribute}/>')
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("template/error", FILE, 5)


@pytest.mark.parametrize(
    "value", ["abc", "1e999", "NaN", "-5", "", "5mm", "5xx", "5em", "inf", "1,5", "{{ 1 }} {{ 2 }}"]
)
def test_lengths_that_are_none(project: Project, value: str) -> None:
    """A length is a bare number of millimetres; a unit would be read as pixels of a screen."""
    _with(project, f'<rect width="{value}" height="5"/>')
    found = project.only()
    assert (found["code"], found["line"]) == ("template/error", 5)
    assert "width" in found["message"]


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="M0 0 L"/>',
        '<path d="M0 0 L abc"/>',
        '<path d="M 1e999 0 L 3 3"/>',
        '<path d="M0 0 Q 1 2"/>',
        '<path d="0 0 L 3 3"/>',
        '<path d="M0 0 A 1 1 0 2 2 3 3"/>',
        '<path d="M0 0 X 3 3"/>',
        '<path d="M0 0 Z 3"/>',
        '<circle cx="1" cy="1" r="-2"/>',
        '<circle r="abc"/>',
        '<polygon points="1,2 3"/>',
        '<polygon points="a b"/>',
        '<line x1="a" x2="1"/>',
        '<svg viewBox="a b c d"/>',
        '<svg viewBox="0 0 0 0"/>',
        '<linearGradient id="g"><stop offset="abc"/></linearGradient>',
        "<image/>",
        '<linearGradient id="g" gradientTransform="rotate(a)"/>',
        '<use href="#nothing"/>',
        '<g id="a"><use href="#a"/></g>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
        '<linearGradient id="g" href="#g"/>',
    ],
)
def test_shapes_that_are_none(project: Project, shape: str) -> None:
    """Paths, points and references that cannot be followed are refused at their line."""
    _with(project, shape)
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("template/error", FILE, 5)


def test_use_bomb(project: Project) -> None:
    """Ten uses of ten uses, eight times over, are a hundred million elements: refused, not drawn."""
    layers = ['<defs><g id="a0"><rect width="1" height="1"/></g>']
    layers += [f'<g id="a{i + 1}">{f"<use href=%#a{i}%/>".replace("%", chr(34)) * 10}</g>' for i in range(8)]
    _with(project, "".join(layers) + '</defs><use href="#a8"/>')
    found = project.only()
    assert (found["code"], found["line"]) == ("template/error", 5)
    assert "200,000" in found["message"]


@pytest.mark.parametrize(
    "sound",
    [
        '<rect width="5" height="5" fill="RoyalBlue" stroke="rgb(10%, 20%, 30%)" stroke-opacity=".5"/>',
        '<rect width="50%" height="5" fill="rgba(1,2,3,0.5)" transform="rotate(30 5 5) scale(.5)"/>',
        '<path d="M1-2.5.5.5l1e-2-3a1 1 0 01.5.5h1v2c1,1 2,2 3,3s1 1 2 2q1 1 2 2t3 3z" stroke="#abc"/>',
        '<polyline points="0,0 1,1 2 2" stroke-dasharray="1 2,3" stroke-linejoin="bevel"/>',
        '<defs><clipPath id="c"><circle r="3"/></clipPath></defs><g clip-path="url(#c)"><use href="#c"/></g>',
        '<radialGradient id="g" cx="1" r="50%"><stop offset="40%" stop-color="#fff"/></radialGradient>',
        '<g style="fill: #fff; stroke-width: 2"><title>words</title><rect width="1" height="1"/></g>',
        '<path d="" fill="none"/>',
    ],
)
def test_art_that_is_sound(project: Project, sound: str) -> None:
    """What SVG allows and cairo draws is drawn."""
    _with(project, sound)
    project.build()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('width="53" height="60"', 'width="0" height="60"'),
        ('width="53" height="60"', 'width="-1" height="60"'),
        ('width="53" height="60"', 'width="nan" height="60"'),
        ('width="53" height="60"', 'width="1e999" height="60"'),
        ('width="53" height="60"', 'width="abc" height="60"'),
        ('width="53" height="60"', 'width="50mm" height="60"'),
        ('width="53" height="60"', 'width="50%" height="60"'),
        ('width="53" height="60"', 'width="53"'),
        ('x="5" y="20"', 'x="nan" y="20"'),
        ('x="5" y="20"', 'x="-10" y="20"'),
        ('x="5" y="20"', 'x="5" y="40"'),
        ('x="5" y="20"', 'x="55" y="20"'),
        ('style="body"', 'style="nothing"'),
        ('style="body"', ""),
        ('style="body"', 'style="body" rotate="45"'),
        ('style="body"', 'style="body" align="middle"'),
        ('style="body"', 'style="body" valign="center"'),
        ('style="body"', 'style="body" color="#zzz"'),
        ('style="body"', 'style="body" color="nothing"'),
        ('style="body"', 'style="body" colour="#000000"'),
        ("{{ card.text }}", "<b>{{ card.text }}</b>"),
    ],
)
def test_boxes_that_are_none(project: Project, old: str, new: str) -> None:
    """A text box has numbers, a style of the theme, known words, and its text inside the trim."""
    text = "Слово. " * 40
    project.write("content/demo/cards.yaml", f"- {{id: one, name: Первая, text: {text}}}\n")
    line = next(row for row in FACE.splitlines() if 'id="text"' in row)
    assert old in line
    project.edit(FILE, line, line.replace(old, new))
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == ("template/error", FILE, 4)


@pytest.mark.parametrize(
    "around", ['<g transform="translate(1 1)">%s</g>', "<defs>%s</defs>", "<svg>%s</svg>"]
)
def test_boxes_that_would_not_move(project: Project, around: str) -> None:
    """A text inside a moved group would stay behind, inside <defs> would appear: both are refused."""
    line = next(row for row in FACE.splitlines() if 'id="text"' in row)
    project.edit(FILE, line, around % line.strip())
    found = project.only()
    assert (found["code"], found["line"]) == ("template/error", 4)
    assert "moved" in found["message"]


ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{}</svg>'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<svg", "well formed"),
        (b"", "well formed"),
        (b"\xff\xfe\x00", "UTF-8"),
        (ICON.format("").replace("0 0 1 1", "a b c"), "viewBox"),
        (ICON.format("").replace("0 0 1 1", "0 0 0 0"), "viewBox"),
        (ICON.format("").replace(' viewBox="0 0 1 1"', ""), "viewBox"),
        (ICON.format('<image href="file:///etc/passwd"/>'), "pictures"),
        (ICON.format("<text>x</text>"), "text"),
        (ICON.format('<rect width="1" height="1" fill="#zzz"/>'), "#zzz"),
        (ICON.format('<use href="http://127.0.0.1:1/x#a"/>'), "outside"),
    ],
)
@pytest.mark.parametrize("where", ["art", "text"])
def test_icons_that_are_none(project: Project, content: str | bytes, says: str, where: str) -> None:
    """An icon is looked at before it is used, in art as in text, and told by its own file."""
    project.write("templates/demo/icons/bad.svg", content)
    if where == "art":
        _with(project, "{{ icon('bad', 1, 1, 5, '#000000') }}")
    else:
        project.edit("content/demo/cards.yaml", "Карта для пробы.", '":bad: знак"')
    found = project.only()
    assert (found["file"], found["line"]) == ("templates/demo/icons/bad.svg", 1)
    assert says in found["message"] + found["hint"]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("icon('nothing', 1, 1, 5, '#000000')", "asset/missing"),
        ("icon('../../../../etc/passwd', 1, 1, 5, '#000000')", "asset/missing"),
        ("icon('anvil', 1, 1, 5, '#zzz')", "template/error"),
        ("icon('anvil', 1, 1, 'x', '#000000')", "template/error"),
        ("icon('anvil')", "template/error"),
        ("icon('anvil', 1, 1, 5, '\"><image href=\"file:///etc/passwd\"/>')", "template/error"),
    ],
)
def test_icons_asked_for_wrongly(project: Project, call: str, code: str) -> None:
    """Unknown icons, colours that are none and missing arguments are told at the call."""
    _with(project, f"{{{{ {call} }}}}")
    found = project.only()
    assert (found["code"], found["file"], found["line"]) == (code, FILE, 5)


def test_unknown_icon_in_a_text(project: Project) -> None:
    """An icon that a card's text names and that is not there is told at the card."""
    project.edit("content/demo/cards.yaml", "Ещё одна карта.", '"Ещё :nothing: одна."')
    assert project.at() == "asset/missing content/demo/cards.yaml:2:3"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.png", b"\x89PNG\r\n\x1a\nxxxx", "damaged"),
        ("a.png", b"", "damaged"),
        ("a.png", b"hello", "damaged"),
        ("a.png", _png(8, 8)[:-30], "damaged"),
        ("a.png", _png(30_000, 30_000), "pixels"),
        ("a.gif", b"GIF89a", "no PNG"),
        ("a.svg", b"<svg", "well formed"),
        ("a.svg", ICON.format('<image href="file:///etc/passwd" width="1" height="1"/>').encode(), "picture"),
        ("a.svg", ICON.format("<text>x</text>").encode(), "text"),
        (
            "a.svg",
            b"<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>" + ICON.format("&x;").encode(),
            "entity",
        ),
        ("theme.yaml", None, "no PNG"),
        ("a.png", "/etc/passwd", "no image"),
    ],
)
def test_pictures_that_are_none(project: Project, name: str, content: bytes | str | None, says: str) -> None:
    """A picture is opened before it is drawn; a broken, giant or foreign one is one sentence."""
    if isinstance(content, str):
        (project.root / "templates/demo" / name).symlink_to(content)
    elif content is not None:
        project.write(f"templates/demo/{name}", content)
    _with(project, f'<image href="{name}" x="1" y="1" width="9" height="9"/>')
    found = project.only()
    assert (found["file"], found["line"]) == (FILE, 5)
    assert says in found["message"]


def test_picture_that_is_sound(project: Project) -> None:
    """A PNG beside the template is drawn."""
    project.write("templates/demo/a.png", _png(8, 8))
    _with(project, '<image href="a.png" x="1" y="1" width="9" height="9"/>')
    project.build()


VOLLKORN = (ROOT / "fonts/Vollkorn-Regular.ttf").read_bytes()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no such file"),
        (b"not a font", "no font"),
        (b"", "no font"),
        (VOLLKORN[:100], "no font"),
        (VOLLKORN[:5_000], "end is missing"),
        (VOLLKORN[:-1_000], "end is missing"),
        (b"OTTO" + VOLLKORN[4:], "no TrueType"),
        (b"wOF2" + VOLLKORN[4:], "no TrueType"),
    ],
)
def test_fonts_that_are_none(project: Project, content: bytes | None, says: str) -> None:
    """A font that is not there, broken or of a kind that cannot be embedded is told where it is named."""
    if content is not None:
        project.write("fonts/Bad.ttf", content)
    project.edit("templates/demo/theme.yaml", "regular: Vollkorn-Regular.ttf", "regular: Bad.ttf")
    found = project.only()
    place = (found["code"], found["file"], found["line"], found["column"])
    assert place == ("asset/missing", "templates/demo/theme.yaml", 3, 14)
    assert says in found["message"]


@pytest.mark.parametrize("name", ["../../../etc/passwd", "/etc/passwd", "a" * 5000, "link.ttf", ""])
def test_fonts_outside(project: Project, name: str) -> None:
    """Fonts come from `fonts/` of the project or of the program."""
    (project.root / "fonts").mkdir()
    (project.root / "fonts/link.ttf").symlink_to("/etc/passwd")
    project.edit("templates/demo/theme.yaml", "regular: Vollkorn-Regular.ttf", f'regular: "{name}"')
    assert project.at() == "asset/missing templates/demo/theme.yaml:3:14"


def test_fault_in_a_template_taken_in(project: Project) -> None:
    """A fault of what is imported is told in the file that has it."""
    macro = '{% macro dot(x) %}\n<circle cx="{{ x }}" r="abc"/>\n{% endmacro %}\n'
    project.write("templates/demo/parts.svg", macro)
    project.write(FILE, "{% from 'parts.svg' import dot with context %}\n" + FACE)
    _with(project, "{{ dot(3) }}")
    found = project.only()
    assert (found["file"], found["line"]) == ("templates/demo/parts.svg", 2)


def test_back_is_looked_at_too(project: Project) -> None:
    """Backs are art like fronts."""
    project.write("templates/demo/back.svg", BACK.replace("#333333", "#zzz"))
    assert project.at() == "template/error templates/demo/back.svg:2:46"
