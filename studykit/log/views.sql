-- Made anew in each connection, so that it can change without a migration.

-- What counts: an undo voids what it names, and is itself nothing more.
CREATE TEMP VIEW live AS
SELECT * FROM event
WHERE kind <> 'undo' AND NOT EXISTS (
    SELECT 1 FROM event AS undo
    WHERE undo.kind = 'undo' AND json_extract(undo.body, '$.voids') = lower(hex(event.id))
);
