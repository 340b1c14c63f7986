-- The public record. Forecasts and settlements are append-only: the triggers refuse every change. WITHOUT ROWID, because REPLACE
-- also removes a row whose rowid it is given.

CREATE TABLE record_forecast (
  ledger TEXT NOT NULL CHECK (ledger IN ('live', 'sample', 'replay')),
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
  -- SHA-256 over the previous row's hash and this row: see compute/ledger/ledger-row.ts.
  hash TEXT NOT NULL,
  PRIMARY KEY (ledger, seq),
  UNIQUE (ledger, ticker, base_date, horizon_days),
  -- A simulated price is never in the live ledger, nor a real one in the simulated.
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

-- Sessions that passed without a forecast. What was missed is never filled in later.
CREATE TABLE record_missed (
  ledger TEXT NOT NULL,
  ticker TEXT NOT NULL,
  base_date TEXT NOT NULL,
  noticed_at INTEGER NOT NULL,
  PRIMARY KEY (ledger, ticker, base_date)
) STRICT;

-- Where the job stands with each listing: when it looks again, the last finished session it saw, and its last failure.
CREATE TABLE record_check (
  ledger TEXT NOT NULL,
  ticker TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  last_session TEXT,
  failure TEXT,
  PRIMARY KEY (ledger, ticker)
) STRICT;

-- The printed answers of /api/record, made anew by every run that wrote something. The only table that is overwritten at will.
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

-- Missed sessions. One that a clock ahead of time declared missed, and that was written in time after all, is none.
CREATE VIEW record_gap AS
SELECT ledger, ticker, base_date FROM record_missed m
WHERE NOT EXISTS (
  SELECT 1 FROM record_forecast f
  WHERE f.ledger = m.ledger AND f.ticker = m.ticker AND f.base_date = m.base_date
);

-- Listings with forecasts whose target date was over at the last look, and for which no close came.
CREATE VIEW record_unsettled AS
SELECT r.ledger, r.ticker, COUNT(*) AS forecasts, MIN(target_date) AS oldest_target,
  c.last_session AS no_price_since, c.failure AS reason
FROM record_row r JOIN record_check c USING (ledger, ticker)
WHERE settled_at IS NULL AND target_date < date(c.checked_at, 'unixepoch')
GROUP BY r.ledger, r.ticker;

-- Ledgers with a look newer than their summary: a run ended before it came to that.
CREATE VIEW record_stale AS
SELECT ledger FROM record_check c GROUP BY ledger
HAVING MAX(checked_at) > COALESCE(
  (SELECT unixepoch(json_extract(body, '$.as_of')) FROM record_summary s WHERE s.ledger = c.ledger AND subject = ''), 0
);

CREATE TRIGGER record_forecast_kept BEFORE UPDATE ON record_forecast
BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;

CREATE TRIGGER record_forecast_stays BEFORE DELETE ON record_forecast
BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;

CREATE TRIGGER record_settlement_kept BEFORE UPDATE ON record_settlement
BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;

CREATE TRIGGER record_settlement_stays BEFORE DELETE ON record_settlement
BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;

-- REPLACE removes the row that is in its way without firing the triggers above.
CREATE TRIGGER record_forecast_is_new BEFORE INSERT ON record_forecast
WHEN EXISTS (SELECT 1 FROM record_forecast WHERE ledger = NEW.ledger AND seq = NEW.seq)
  OR EXISTS (
    SELECT 1 FROM record_forecast
    WHERE ledger = NEW.ledger AND ticker = NEW.ticker AND base_date = NEW.base_date AND horizon_days = NEW.horizon_days
  )
BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;

CREATE TRIGGER record_settlement_is_new BEFORE INSERT ON record_settlement
WHEN EXISTS (SELECT 1 FROM record_settlement WHERE ledger = NEW.ledger AND seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;
