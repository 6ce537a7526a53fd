"""The page of published headroom and the data it is written from stay together."""

from roceconf.asic.load import headroom_table, names
from tests.docs import headroom_tables

PAGE = headroom_tables.PAGE.read_text(encoding="utf-8")


def test_the_page_is_what_the_data_says() -> None:
    assert headroom_tables.page() == PAGE, "write it anew: python -m tests.docs.headroom_tables"


def test_every_published_row_stands_on_it() -> None:
    sections = {part.split("\n", 1)[0]: part for part in PAGE.split("\n### ")[1:]}
    assert set(sections) == set(names("tables"))
    for table_id, text in sections.items():
        table = headroom_table(table_id)
        rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ") and " m | " in line]
        assert [int(cells[2].replace(",", "")) for cells in rows] == [row.xoff_bytes for row in table.rows]
        assert text.count("**suspect**") == sum(bool(row.suspect) for row in table.rows)
        for row in table.rows:
            assert row.suspect in text
            assert row.remark in text
