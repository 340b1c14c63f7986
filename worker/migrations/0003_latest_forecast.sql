-- A listing's forecast from its last close, as JSON for the list of forecasts; the next one replaces it. Not part of the chain.

ALTER TABLE record_check ADD COLUMN latest TEXT;
