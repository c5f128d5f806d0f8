"""Puts a project with many tasks into a database of demo data, past the program: by its interface it would take an hour.

    scripts/bench/seed-tasks.py nirmaan.db 100000

Prints the project's id. The tasks are a full tree of five levels, ten below each but the last.
"""

import datetime
import sqlite3
import sys
import uuid

SPACE = uuid.UUID("6f1c6a43-3d0a-5a38-9d7e-0f4b3c1e2a55")
LEVELS = 5
WORKS = ["Earthwork in embankment", "Granular sub-base", "Wet mix macadam", "Culvert", "Side drain", "Bituminous course"]
STATUSES = ["PLANNED", "IN_PROGRESS", "COMPLETED", "UNDER_REVIEW"]


def tree(total):
    """The tasks level by level, as (number, number of the parent, level)."""
    above, number, level = [None], 0, 0
    while number < total and level < LEVELS:
        here = []
        last = level == LEVELS - 1
        for place in range(total - number if last else min(len(above) * 10, total - number)):
            here.append(number)
            yield number, above[place % len(above)], level
            number += 1
        above, level = here, level + 1


def main(path, total):
    db = sqlite3.connect(path)
    # The triggers call it; Python's SQLite may be older than the server's, and not have it.
    db.create_function("unhex", 2, lambda text, skipped: bytes.fromhex(text.replace(skipped, "")))
    (tenant,) = db.execute("SELECT id FROM tenants WHERE name = 'Bharat Infra'").fetchone()
    people = [row[0] for row in db.execute("SELECT id FROM users WHERE tenant_id = ? ORDER BY email", (tenant,))]
    project = uuid.uuid5(SPACE, "project")
    now = datetime.datetime.now(datetime.timezone.utc).isoformat()
    db.execute(
        "INSERT INTO projects (tenant_id, id, project_name, status, search, created_at, updated_at)"
        " VALUES (?, ?, 'Very large project', 'IN_PROGRESS', char(1) || 'very large project' || char(2, 3, 4, 5), ?, ?)",
        (tenant, project.bytes, now, now),
    )
    ids, paths, rows = [], [], []
    start = datetime.date.today()
    for number, parent, level in tree(total):
        own = uuid.uuid5(SPACE, str(number))
        ids.append(own)
        paths.append(("" if parent is None else paths[parent]) + f"{own}/")
        title = f"{WORKS[number % len(WORKS)]}, item {number + 1}"
        begin = start + datetime.timedelta(days=number % 400 - 200)
        rows.append(
            (
                tenant, own.bytes, project.bytes, None if parent is None else ids[parent].bytes, paths[number], level,
                number * 1024, title, (number % 900 + 1) * 10_000, "cum", 45_000 + number % 1000, 140_000,
                # Quantity × rate × 1.14, in whole paise.
                ((number % 900 + 1) * (45_000 + number % 1000) * 114 + 50) // 100, 0,
                STATUSES[number % len(STATUSES)], number % 101 * 100, begin.isoformat(),
                (begin + datetime.timedelta(days=number % 30)).isoformat(), people[number % len(people)],
                f"\x01{title.lower()}\x02\x03", now, now,
            )
        )
    db.executemany(
        "INSERT INTO tasks (tenant_id, id, project_id, parent_id, hierarchy_path, level, position, title,"
        " estimated_quantity, units, estimated_rate, tax_percentage, estimated_amount, actual_amount, status, progress,"
        " given_start_date, given_end_date, assigned_to, search, created_at, updated_at)"
        " VALUES (" + ", ".join("?" * 22) + ")",
        rows,
    )
    db.commit()
    db.execute("ANALYZE")
    db.commit()
    print(project)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
