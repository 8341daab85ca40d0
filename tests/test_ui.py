"""Messages in Russian: every one has its translation, and people see it whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from helpers import ROOT, Project, pnp

from pnp.ui import language, said

if TYPE_CHECKING:
    from collections.abc import Mapping


CARDS = "content/demo/cards.yaml"
GAME = "content/demo/game.yaml"
FACE = "templates/demo/card.svg"
THEME = "templates/demo/theme.yaml"
_CYRILLIC = re.compile("[А-Яа-яё]")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"PNP_UI": "ru", "LC_ALL": "en_US.UTF-8"}, "ru"),
        ({"PNP_UI": "en", "LANG": "ru_RU.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LC_ALL": "ru_UA.UTF-8", "LANG": "en_US.UTF-8"}, "ru"),
        ({"LC_ALL": "C.UTF-8", "LANG": "ru_RU.UTF-8"}, "en"),
        ({"LC_MESSAGES": "en_GB.UTF-8", "LANG": "ru_RU.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"PNP_UI": "fr", "LANG": "ru_RU.UTF-8"}, "ru"),
        ({"PNP_UI": "ru_RU.UTF-8", "LC_ALL": "C"}, "ru"),
        ({"LANG": "Russian_Russia.1251"}, "ru"),
        ({"LANG": "rue_UA.UTF-8"}, "en"),
        ({"LC_ALL": "C"}, "en"),
        ({"LC_ALL": "", "LANG": "ru_RU.UTF-8"}, "ru"),
    ],
)
def test_the_language_is_asked_for_or_the_locale(
    environment: Mapping[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PNP_UI decides; otherwise the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    for name in ("PNP_UI", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    ("english", "expected"),
    [
        ("The file is empty.", "Файл пуст."),
        ("There is no key 'txet' here.", "Здесь нет ключа «txet»."),
        ("tax: a whole number belongs here, not a list.", "tax: здесь нужно: целое число, а не список."),
        ("A text or a list belongs here.", "Здесь нужно: текст или список."),
        ("size: '9' is no size; write width x height in millimetres, like 63x88.",
         "size: «9» — не размер; пишите ширину x высоту в миллиметрах, например 63x88."),
        ("demo: 1 file, 2 pages in out/demo/ru", "demo: 1 файл, 2 страницы в out/demo/ru"),
        ("demo: 21 files, 112 pages in out/demo/ru", "demo: 21 файл, 112 страниц в out/demo/ru"),
        ("1 error, 0 warnings.", "1 ошибка, 0 предупреждений."),
        ("3 errors, 25 warnings.", "3 ошибки, 25 предупреждений."),
        ("Shorten the text, or enlarge the box of 53.5 x 8.25 mm in the template.",
         "Сократите текст или увеличьте в шаблоне рамку 53,5 x 8,25 мм."),
        ("size: it must be 0.5 or more, not 0.25.", "size: нужно 0.5 или больше, а не 0.25."),
        ("/out/a.pdf cannot be written: the disk is full. Make room, then build again.",
         "/out/a.pdf не записать: на диске нет места. Освободите его и соберите снова."),
        ("Missing argument 'LANGUAGE'.", "Не хватает аргумента «ЯЗЫК»."),
        ("The file is larger than 8,000,000 bytes.", "Файл больше 8\u00a0000\u00a0000 байт."),
        ("The template cannot be worked out: 'dict object' has no attribute 'back'.",
         "Шаблон нельзя выполнить: нет слова back."),
        ("The SVG is not well formed: not well-formed (invalid token).",
         "SVG нарушает правила XML: знак, которому здесь не место."),
        ("deck, berry and 11 more: the art does not reach all of the bleed of 3 mm round the trim.",
         "deck, berry и ещё 11: рисунок не заполняет вылета в 3 мм вокруг линии реза."),
        ("On the map, undeclared, route 1 crosses 2 at (77, 94) mm.",
         "На карте, хотя этого не записано, путь 1 пересекает путь 2: (77, 94) мм."),
        ("На поле 39 клеток вместо 40.", "На поле 39 клеток вместо 40."),
        ("A rule of somebody's own game.", "A rule of somebody's own game."),
        ("", ""),
    ],
)  # fmt: skip
def test_messages_are_put_together_as_people_say_them(english: str, expected: str) -> None:
    """Parts of a message are translated too, nouns agree with their numbers, what is not ours stays."""
    assert said(english) == expected


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_without_russian_letters_stops_nothing(project: Project, encoding: str) -> None:
    """Where the console or a pipe cannot show a letter, the rest of the message still comes."""
    project.edit(CARDS, "name: Первая", "nmae: Первая")
    ran = subprocess.run(
        [sys.executable, "-m", "pnp.cli", "--project", project.root, "validate"],
        cwd=ROOT, env=os.environ | {"PNP_UI": "ru", "PYTHONIOENCODING": encoding},
        capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert b"schema/unknown-key" in ran.stdout
    assert ran.stderr == b""


def test_help_without_russian_reads_no_catalogue() -> None:
    """`pnp --help` stays fast: neither YAML nor a catalogue is read for it."""
    code = (
        "import sys; from pnp.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: ")
    assert "yaml" not in done.stdout.split()


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--foo",), "Ошибка: Нет ключа --foo."),
        (("bild",), "Ошибка: Нет команды «bild»."),
        (
            ("build", "--duplex", "x"),
            "«x» здесь не бывает, бывает «long-edge», «short-edge», «none», «fold».",
        ),
        (("build", "--players", "0"), "0 вне пределов x>=1."),
        (("build", "--paper", "a9"), "pnp: Нет бумаги «a9». Есть a0, a1, a2"),
        (("build", "--game", "x"), "pnp: Нет игры «x». Есть: demo."),
        (
            ("build", "--lang", "fi"),
            "pnp: demo: на «fi» не переведено, есть ru. `pnp lang new fi --game demo` начнёт перевод.",
        ),
        (("validate", "--explain", "id/fil"), "pnp: Нет правила «id/fil». Не «id/file» ли имелось в виду?"),
        (("lang", "sync", "fi"), "pnp: Ни у одной игры нет перевода на «fi». Его начнёт `pnp lang new fi`."),
    ],
)
def test_wrong_usage_is_told_in_russian(project: Project, arguments: tuple[str, ...], expected: str) -> None:
    """What a command line asks for in vain is told in Russian, by click's errors and ours."""
    ran = project.run(*arguments)
    assert ran.code == 2
    assert expected in ran.err
    assert not re.search(
        "[a-z]{3,} [a-z]{2,} [a-z]{2,}", ran.err.replace("Как писать: main", "").replace("pnp lang", "")
    )


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (CARDS, "name: Первая", "nmae: Первая", "Здесь нет ключа «nmae»."),
        (CARDS, "id: one", "id: [one]", "id: здесь нужно: текст, а не список."),
        (CARDS, "- {id: two", "- {id: one", "Имя «one» стоит в cards дважды, первый раз в строке 1."),
        (CARDS, "Ещё одна карта.", '"[[three]]"', "Нет записи «three» для ссылки [[three]]."),
        (CARDS, "Ещё одна карта.", '"\\u0007"', "управляющий знак U+0007"),
        (CARDS, "{id: two,", "{id: two", "Здесь не хватает запятой или закрывающей скобки }."),
        (GAME, "size: 63x88", "size: 63 на 88", "size: «63 на 88» — не размер; пишите ширину"),
        (GAME, "min: 1, max: 4", "min: 5, max: 4", "min 5 больше, чем max 4"),
        (GAME, "of: cards", "of: crads", "Нет набора «crads»."),
        (GAME, "origin: ours", "origin: us", "origin: нужно «source» или «ours», а не «us»."),
        (GAME, "{text: text}", "{text: txt}", "«txt» — не тип поля."),
        (GAME, "face: card.svg", "face: crad.svg", "Нет шаблона «crad.svg», нужного для deck."),
        (FACE, "{{ card.text }}", "{{ card.txet }}", "у записи «one» нет поля «txet»; есть id, name"),
        (CARDS, "name: Первая", "name: *start", "Нет &start, на которое указывает *start."),
        (CARDS, "name: Первая", "name: " + "[" * 1100, "Скобки вложены слишком глубоко."),
        (FACE, "{{ card.text }}", "{{ range(1000000) }}", "range длиннее 100000 чисел"),
        (FACE, "{{ card.text }}", "{{ ''.__class__ }}", "поле __class__ у str шаблонам недоступно"),
        (FACE, "{{ card.text }}", "{{ }}", "нужно выражение, а стоит «конец выражения }}»"),
        (FACE, "{{ card.text }}", "{{ words.bakc }}", "нет слова bakc"),
        (FACE, "{{ card.text }}", "{{ card.text ", "Поправьте в этом месте синтаксис шаблона."),
        (FACE, 'style="body"', 'style="bdy"', "Нет стиля текста «bdy»."),
        (FACE, "<rect ", "<text>А</text><rect ", "Элементу <text> в рисунке не место."),
        (FACE, "{{ card.text }}", "{{ card.text * 90 }}", "при наименьшем кегле, 7 пт, текст на"),
        (THEME, "Vollkorn-Bold.ttf", "Volkorn.ttf", "не читается. Такого файла нет."),
    ],
)  # fmt: skip
def test_findings_are_russian(project: Project, file: str, old: str, new: str, expected: str) -> None:
    """`validate` and `build` say in Russian what is wrong and what to do; no English is left."""
    project.edit(file, old, new)
    ran = project.run("validate")
    assert ran.code == 1
    assert expected in ran.out
    for line in ran.out.splitlines():
        if "→" in line or re.match(r"\S+:\d", line):
            words = line.split("→")[-1].split("  ")[-1]
            assert _CYRILLIC.search(words), line
            assert not re.search(r"\b(is|the|there|not|must|cannot)\b", words), line
    assert "demo: комплект не собран, сначала исправьте ошибки." in project.run("build").err


@pytest.mark.usefixtures("russian")
def test_programs_get_english(project: Project) -> None:
    """JSON and GitHub annotations are read by programs and stay as they are."""
    project.edit(CARDS, "name: Первая", "nmae: Первая")
    found: dict[str, Any] = json.loads(project.run("validate", "--format", "json").out)
    assert found["findings"][0]["message"] == "There is no key 'nmae' here."
    assert (
        "There is no key 'nmae' here. Did you mean 'name'?"
        in project.run("validate", "--format", "github").out
    )


@pytest.mark.usefixtures("russian")
def test_a_sound_project_is_told_so(project: Project) -> None:
    """What went well is told in Russian too."""
    assert project.run("validate").out.endswith("Ни ошибок, ни предупреждений.\n")
    assert project.run("build").out.startswith("demo: 1 файл, 2 страницы в ")
    assert project.run("list").out.splitlines()[0] == "demo  «Проба», игроков: 1–4, ru"


@pytest.mark.usefixtures("russian")
def test_rules_are_explained_in_russian() -> None:
    """`validate --explain` has every rule in Russian, a game's own check in its own words."""
    ran = pnp("--project", ROOT, "validate", "--explain")
    for line in ran.out.splitlines():
        if line.startswith(("  Требует:", "  Зачем:")):
            assert "Wants" not in line
    assert "Зачем:   Одна" not in ran.out
    explained = pnp("--project", ROOT, "validate", "--explain", "text/overflow").out
    assert explained == (
        "text/overflow\n"
        "  Требует: Каждый текст помещается в свою рамку при наименьшем кегле своего стиля.\n"
        "  Зачем:   Текст не обрезают и не уменьшают до нечитаемого: сокращают его или увеличивают рамку.\n"
    )
