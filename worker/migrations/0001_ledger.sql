-- The public ledger. Forecasts, settlements and events are append-only: triggers refuse every change. WITHOUT ROWID, because REPLACE
-- would also remove a row by its rowid.

CREATE TABLE record_forecast (
  ledger TEXT NOT NULL CHECK (ledger IN ('live', 'sample')),
  seq INTEGER NOT NULL CHECK (seq > 0),
  ticker TEXT NOT NULL,
  base_date TEXT NOT NULL,
  horizon_days INTEGER NOT NULL,
  target_date TEXT NOT NULL CHECK (target_date > base_date),
  base_close REAL NOT NULL CHECK (base_close > 0),
  median REAL NOT NULL,
  low80 REAL NOT NULL,
  high80 REAL NOT NULL,
  low95 REAL NOT NULL,
  high95 REAL NOT NULL,
  probability_up REAL NOT NULL,
  probability_buy REAL NOT NULL,
  probability_sell REAL NOT NULL,
  signal TEXT NOT NULL,
  model TEXT NOT NULL,
  source TEXT NOT NULL,
  adjustment TEXT NOT NULL,
  made_at TEXT NOT NULL,
  -- SHA-256 of this row; see compute/ledger/ledger-row.ts.
  hash TEXT NOT NULL,
  PRIMARY KEY (ledger, seq),
  UNIQUE (ledger, ticker, base_date, horizon_days),
  -- Simulated prices are never in the live ledger, real ones never in the sample ledger.
  CHECK ((ledger = 'sample') = (source = 'sample'))
) STRICT, WITHOUT ROWID;

CREATE TABLE record_settlement (
  ledger TEXT NOT NULL,
  seq INTEGER NOT NULL,
  outcome_date TEXT NOT NULL,
  outcome_close REAL NOT NULL CHECK (outcome_close > 0),
  split_factor REAL NOT NULL CHECK (split_factor > 0),
  error_percent REAL NOT NULL,
  no_change_error_percent REAL NOT NULL,
  settled_at TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (ledger, seq),
  FOREIGN KEY (ledger, seq) REFERENCES record_forecast (ledger, seq)
) STRICT, WITHOUT ROWID;

-- Every row of a ledger in the order of writing, as one chain of hashes; see compute/ledger/event-chain.ts.
CREATE TABLE record_event (
  ledger TEXT NOT NULL CHECK (ledger IN ('live', 'sample')),
  event_seq INTEGER NOT NULL CHECK (event_seq > 0),
  kind TEXT NOT NULL CHECK (kind IN ('forecast', 'settlement', 'missed')),
  body TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (ledger, event_seq),
  -- Each row has one event, which is found by this key.
  UNIQUE (ledger, kind, body)
) STRICT, WITHOUT ROWID;

-- Each listing's last check: when the next is due, the last finished session it found, the failure if any, how many open
-- forecasts were past their target date, and the earliest open target date.
CREATE TABLE record_check (
  ledger TEXT NOT NULL,
  ticker TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  last_session TEXT,
  failure TEXT,
  overdue INTEGER NOT NULL,
  next_target TEXT,
  PRIMARY KEY (ledger, ticker)
) STRICT;

-- The responses of /api/record, the sums behind their scores, and the two files as text, updated by every run that wrote
-- something. Derived: if emptied, the next runs rebuild it.
CREATE TABLE record_summary (
  ledger TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (ledger, subject)
) STRICT;

-- A forecast with its settlement, NULL while it is open.
CREATE VIEW record_row AS
SELECT f.*, outcome_date, outcome_close, split_factor, error_percent, no_change_error_percent, settled_at,
  s.hash AS settlement_hash
FROM record_forecast f LEFT JOIN record_settlement s USING (ledger, seq);

-- Missed sessions (compute/ledger/event-chain.ts has their events' body), without those that a fast clock declared missed but that were
-- written in time after all.
CREATE VIEW record_gap AS
SELECT ledger, ticker, base_date FROM (
  SELECT ledger, substr(body, 1, instr(body, ' ') - 1) AS ticker, substr(body, instr(body, ' ') + 1, 10) AS base_date
  FROM record_event WHERE kind = 'missed'
) m
WHERE NOT EXISTS (
  SELECT 1 FROM record_forecast f
  WHERE f.ledger = m.ledger AND f.ticker = m.ticker AND f.base_date = m.base_date
);

CREATE TRIGGER record_forecast_kept BEFORE UPDATE ON record_forecast
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER record_forecast_stays BEFORE DELETE ON record_forecast
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER record_settlement_kept BEFORE UPDATE ON record_settlement
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER record_settlement_stays BEFORE DELETE ON record_settlement
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- REPLACE removes a conflicting row without firing the triggers above.
CREATE TRIGGER record_forecast_is_new BEFORE INSERT ON record_forecast
WHEN EXISTS (SELECT 1 FROM record_forecast WHERE ledger = NEW.ledger AND seq = NEW.seq)
  OR EXISTS (
    SELECT 1 FROM record_forecast
    WHERE ledger = NEW.ledger AND ticker = NEW.ticker AND base_date = NEW.base_date AND horizon_days = NEW.horizon_days
  )
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER record_settlement_is_new BEFORE INSERT ON record_settlement
WHEN EXISTS (SELECT 1 FROM record_settlement WHERE ledger = NEW.ledger AND seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER record_event_kept BEFORE UPDATE ON record_event
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER record_event_stays BEFORE DELETE ON record_event
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- REPLACE bypasses the trigger above, so this refuses it, and any event that does not continue the chain.
CREATE TRIGGER record_event_continues BEFORE INSERT ON record_event
WHEN NEW.event_seq <> 1 + COALESCE((SELECT MAX(event_seq) FROM record_event WHERE ledger = NEW.ledger), 0)
  OR NEW.previous_hash <> COALESCE(
    (SELECT hash FROM record_event WHERE ledger = NEW.ledger ORDER BY event_seq DESC LIMIT 1), '')
BEGIN
  SELECT RAISE(ABORT, 'the event does not continue the chain');
END;
