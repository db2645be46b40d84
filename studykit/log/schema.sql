-- The log. Rows are only ever added; `event` is the truth, `item_state` what replaying it gives.

CREATE TABLE event (
    id     BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),  -- a UUID of version 7
    device TEXT    NOT NULL,
    seq    INTEGER NOT NULL,  -- counts one device's events; a copied home may give one twice, so not unique
    hlc    INTEGER NOT NULL,  -- milliseconds << 16, plus a counter
    at_ms  INTEGER NOT NULL,
    tz_min INTEGER NOT NULL,
    kind   TEXT    NOT NULL,  -- kinds that this version does not know are kept and skipped
    item   TEXT,
    rating INTEGER,
    dur_ms INTEGER,
    body   TEXT    NOT NULL CHECK (json_valid(body)),
    hash   BLOB    NOT NULL   -- SHA-256 of the canonical JSON of the row
) STRICT, WITHOUT ROWID;

CREATE INDEX event_hlc ON event (hlc);
CREATE INDEX event_device ON event (device, seq);
CREATE INDEX event_item ON event (item, hlc) WHERE item IS NOT NULL;
CREATE INDEX event_settings ON event (hlc) WHERE kind = 'settings';
CREATE INDEX event_voids ON event (json_extract(body, '$.voids')) WHERE kind = 'undo';

-- One row an item, in the order of the fields of `memory.state.ItemState`, which tells what they mean.
CREATE TABLE item_state (
    item       TEXT    NOT NULL PRIMARY KEY,
    phase      TEXT    NOT NULL,
    stability  REAL,
    difficulty REAL,
    step       INTEGER,
    due_day    INTEGER,
    due_ms     INTEGER,
    reps       INTEGER NOT NULL,
    lapses     INTEGER NOT NULL,
    first_day  INTEGER,
    last_day   INTEGER,
    review_day INTEGER,
    interval   INTEGER,
    suspended  INTEGER NOT NULL,
    flagged    INTEGER NOT NULL,
    buried_day INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX item_state_due ON item_state (due_day);
