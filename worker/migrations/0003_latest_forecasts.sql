-- The list of forecasts: what each listing's last close gave, overwritten at the next one. Derived, and beside the chain.

CREATE TABLE record_latest (
  ledger TEXT NOT NULL,
  ticker TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (ledger, ticker)
) STRICT, WITHOUT ROWID;
