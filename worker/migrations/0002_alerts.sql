-- The levels that all users' alerts wait for, by listing. Users' objects store the rules. A row whose rule is unknown to its user's
-- object is removed once it triggers.
CREATE TABLE alert_level (
  uid TEXT NOT NULL,
  -- The alert's key.
  rule TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('above', 'below')),
  market TEXT NOT NULL CHECK (market IN ('live', 'sample')),
  ticker TEXT NOT NULL,
  metric TEXT NOT NULL,
  -- NULL: any change in the direction counts.
  level REAL,
  -- The value each session starts from; NULL: the previous session's last value.
  opens REAL,
  -- The only session in which it counts; NULL: every session.
  session TEXT,
  -- The value when the rule was created, its session and its time; the value is NULL if it was not known.
  start REAL,
  start_session TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  -- The session whose scale prices are in.
  scaled_at TEXT NOT NULL,
  -- 1 until the first check, which compares with `start`; later checks compare with the listing's last value.
  is_new INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (uid, rule, direction)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_level_crossed ON alert_level (market, ticker, metric, direction, level);
CREATE INDEX alert_level_new ON alert_level (market, ticker, metric) WHERE is_new = 1;
CREATE INDEX alert_level_session ON alert_level (session) WHERE session IS NOT NULL;

-- The checked metrics and their values at the last check; NULL before the first.
CREATE TABLE alert_last (
  market TEXT NOT NULL,
  ticker TEXT NOT NULL,
  metric TEXT NOT NULL,
  value REAL,
  session TEXT,
  at INTEGER,
  -- When to analyse a listing outside the ledger again for its signal or odds.
  due_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (market, ticker, metric)
) STRICT, WITHOUT ROWID;

-- Crossings that the user's object has not acknowledged yet.
CREATE TABLE alert_pending (
  uid TEXT NOT NULL,
  key TEXT NOT NULL,
  crossing TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (uid, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_pending_next ON alert_pending (tries, uid);

-- The last run that checked prices.
CREATE TABLE alert_run (market TEXT NOT NULL PRIMARY KEY, looked_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Dates on which companies published results (a JSON list), and when to look them up again.
CREATE TABLE listing_results (
  market TEXT NOT NULL,
  ticker TEXT NOT NULL,
  -- The company's SEC number; NULL until looked up, 0 for none.
  cik INTEGER,
  past TEXT NOT NULL DEFAULT '[]',
  next_at INTEGER NOT NULL DEFAULT 0,
  -- When somebody last read the dates, to within a day; 0 if only the ledger requested them.
  read_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (market, ticker)
) STRICT, WITHOUT ROWID;

CREATE INDEX listing_results_next ON listing_results (market, next_at);
