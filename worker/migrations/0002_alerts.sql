-- What the alerts of all users wait for, by listing. The rules themselves are items of their users; a row whose rule its user's object does
-- not know is removed when it fires.
CREATE TABLE alert_level (
  uid TEXT NOT NULL,
  -- Key of the alert.
  rule TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('above', 'below')),
  market TEXT NOT NULL CHECK (market IN ('live', 'sample')),
  ticker TEXT NOT NULL,
  metric TEXT NOT NULL,
  -- NULL: any change in the direction.
  level REAL,
  -- Where each session starts from; NULL: where the last one ended.
  opens REAL,
  -- The one session in which it counts; NULL: every one.
  session TEXT,
  -- The value when the rule was made, of which session, and when; the value is NULL where it was not known.
  start REAL,
  start_session TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  -- Prices are in the scale of this session.
  scaled_at TEXT NOT NULL,
  -- Until the first look it starts from its own value, then from the listing's last.
  is_new INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (uid, rule, direction)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_level_crossed ON alert_level (market, ticker, metric, direction, level);
CREATE INDEX alert_level_new ON alert_level (market, ticker, metric) WHERE is_new = 1;
CREATE INDEX alert_level_session ON alert_level (session) WHERE session IS NOT NULL;

-- What is looked at, and what the last look saw: NULL before the first.
CREATE TABLE alert_last (
  market TEXT NOT NULL,
  ticker TEXT NOT NULL,
  metric TEXT NOT NULL,
  value REAL,
  session TEXT,
  at INTEGER,
  -- When a listing outside the ledger is analysed again for its signal or odds.
  due_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (market, ticker, metric)
) STRICT, WITHOUT ROWID;

-- Crossings that their user's object has not acknowledged yet.
CREATE TABLE alert_pending (
  uid TEXT NOT NULL,
  key TEXT NOT NULL,
  crossing TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (uid, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_pending_next ON alert_pending (tries, uid);

-- The last run that looked at prices.
CREATE TABLE alert_run (market TEXT NOT NULL PRIMARY KEY, looked_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Days on which companies published results (a JSON list), and when their source is asked again.
CREATE TABLE listing_results (
  market TEXT NOT NULL,
  ticker TEXT NOT NULL,
  -- The SEC's number of the company; NULL until it was looked up, 0 for none.
  cik INTEGER,
  past TEXT NOT NULL DEFAULT '[]',
  next_at INTEGER NOT NULL DEFAULT 0,
  -- When somebody last read the dates, to within a day; 0 for a listing that only the ledger has asked for.
  read_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (market, ticker)
) STRICT, WITHOUT ROWID;

CREATE INDEX listing_results_next ON listing_results (market, next_at);
