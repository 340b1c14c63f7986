-- Everything that enters a ledger, in the order of writing, as one chain of hashes: see compute/ledger/event-chain.ts.
-- The table begins empty. D1 has no SHA-256, so the job writes the first event, which adopts the rows that are there.

CREATE TABLE record_event (
  ledger TEXT NOT NULL CHECK (ledger IN ('live', 'sample', 'replay')),
  event_seq INTEGER NOT NULL CHECK (event_seq > 0),
  kind TEXT NOT NULL CHECK (kind IN ('adopted', 'forecast', 'settlement', 'missed')),
  body TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (ledger, event_seq),
  -- A row enters once, and its event is found by it.
  UNIQUE (ledger, kind, body)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER record_event_kept BEFORE UPDATE ON record_event
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER record_event_stays BEFORE DELETE ON record_event
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- REPLACE removes a row without the trigger above; here it is refused, as is any event that does not continue the chain.
CREATE TRIGGER record_event_continues BEFORE INSERT ON record_event
WHEN NEW.event_seq <> 1 + COALESCE((SELECT MAX(event_seq) FROM record_event WHERE ledger = NEW.ledger), 0)
  OR NEW.previous_hash <> COALESCE(
    (SELECT hash FROM record_event WHERE ledger = NEW.ledger ORDER BY event_seq DESC LIMIT 1), '')
BEGIN
  SELECT RAISE(ABORT, 'the event does not continue the chain');
END;
