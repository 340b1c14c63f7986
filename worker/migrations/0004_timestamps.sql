-- Tokens of time-stamping authorities over a ledger's head, one per day and authority.

CREATE TABLE record_timestamp (
  ledger TEXT NOT NULL CHECK (ledger IN ('live', 'sample')),
  -- The ledger's day; see compute/ledger/timestamp.ts.
  day TEXT NOT NULL,
  authority TEXT NOT NULL,
  -- The stamped event and its hash.
  event_seq INTEGER NOT NULL,
  head TEXT NOT NULL,
  stamped_at TEXT NOT NULL,
  -- TimeStampToken of RFC 3161 (DER) in base64.
  token TEXT NOT NULL,
  PRIMARY KEY (ledger, day, authority),
  FOREIGN KEY (ledger, event_seq) REFERENCES record_event (ledger, event_seq)
) STRICT, WITHOUT ROWID;
