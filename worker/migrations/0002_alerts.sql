-- The index of all users' alert rules, with a row for each level. The alerts themselves are items of their users. If a user's object no
-- longer has an alert when its level is crossed, the row is removed.
CREATE TABLE alert_rule (
  uid TEXT NOT NULL,
  -- The alert's key.
  rule TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('above', 'below')),
  -- Version of the alert's item. A lower one never replaces a higher one.
  version INTEGER NOT NULL,
  market TEXT NOT NULL CHECK (market IN ('live', 'sample')),
  ticker TEXT NOT NULL,
  metric TEXT NOT NULL,
  -- NULL: any change in the direction counts.
  level REAL,
  -- The value each session starts from; NULL: the previous session's last value.
  opens REAL,
  -- The only session in which it counts; NULL: every one.
  session TEXT,
  -- The metric's value when the rule was made (NULL if unknown), its session, and the time in epoch seconds.
  start REAL,
  start_session TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  -- Prices are in the scale of this session.
  scale_session TEXT NOT NULL,
  -- 1 until its first comparison, which starts from its own value. Later ones start from the listing's last observation.
  is_new INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (uid, rule, direction)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_rule_level ON alert_rule (market, ticker, metric, direction, level);
CREATE INDEX alert_rule_new ON alert_rule (market, ticker, metric) WHERE is_new = 1;
CREATE INDEX alert_rule_session ON alert_rule (session) WHERE session IS NOT NULL;

-- Listings that have rules, and their last observations.
CREATE TABLE alert_listing (
  market TEXT NOT NULL,
  ticker TEXT NOT NULL,
  -- The last observation of each metric, and the close of the session before, as JSON.
  seen TEXT NOT NULL DEFAULT '{}',
  -- When its price was last requested, when a source last returned one (at first: when its first rule was indexed), and when its chart
  -- was last requested.
  asked_at INTEGER NOT NULL DEFAULT 0,
  known_at INTEGER NOT NULL,
  chart_at INTEGER NOT NULL DEFAULT 0,
  -- When its signal or odds are read again, if a rule is about them; NULL: at once.
  analysis_at INTEGER,
  PRIMARY KEY (market, ticker)
) STRICT, WITHOUT ROWID;

-- Crossings that their users' objects have not acknowledged yet.
CREATE TABLE alert_crossing (
  uid TEXT NOT NULL,
  key TEXT NOT NULL,
  crossing TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (uid, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_crossing_next ON alert_crossing (tries, uid);

-- The last check. If two run at once, the number lets only the first one write.
CREATE TABLE alert_check (
  market TEXT NOT NULL PRIMARY KEY,
  number INTEGER NOT NULL,
  checked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Days on which companies published results, and when to look them up again.
CREATE TABLE listing_results (
  market TEXT NOT NULL,
  ticker TEXT NOT NULL,
  -- The company's SEC number; NULL until looked up, 0 for none.
  cik INTEGER,
  -- A JSON list of dates, each with its side of the session.
  past TEXT NOT NULL DEFAULT '[]',
  -- When the SEC last answered; 0 before.
  fetched_at INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0,
  -- When somebody last read the dates, to within a day; 0 if only the ledger requested them.
  read_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (market, ticker)
) STRICT, WITHOUT ROWID;

CREATE INDEX listing_results_next ON listing_results (market, next_at);

-- Announced results of the coming weeks, of all companies by ticker (a JSON object), and when to ask for them again.
CREATE TABLE results_calendar (
  market TEXT NOT NULL PRIMARY KEY,
  days TEXT NOT NULL DEFAULT '{}',
  next_at INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
