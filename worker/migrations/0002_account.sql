-- What the users' accounts hold. `uid` comes from verified ID tokens only.

-- One row for each star, alert, setting, forecast and so on. Versions rise within an account, and each change has one of its
-- own. A row without a value is a deletion, which other devices must still hear of: it stays for 90 days.
CREATE TABLE user_item (
  uid TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  updated_at INTEGER NOT NULL,
  deleted INTEGER NOT NULL GENERATED ALWAYS AS (value IS NULL),
  PRIMARY KEY (uid, kind, key)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX user_item_version ON user_item (uid, version);

CREATE INDEX user_item_deletion ON user_item (updated_at) WHERE value IS NULL;

-- The highest version of a deletion that is no longer stored; no row while there is none.
CREATE TABLE user_account (
  uid TEXT PRIMARY KEY,
  purged_version INTEGER NOT NULL
) STRICT;

-- Deleted accounts, refused until their last ID token has expired. Times are epoch seconds.
CREATE TABLE deleted_user (
  -- SHA-256 in hexadecimal.
  uid_hash TEXT PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT;
