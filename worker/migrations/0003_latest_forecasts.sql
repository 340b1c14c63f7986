-- The list of forecasts: each listing's forecast from its last close, overwritten at the next. Derived; not part of the chain.

CREATE TABLE record_latest (
  ledger TEXT NOT NULL,
  ticker TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (ledger, ticker)
) STRICT, WITHOUT ROWID;
