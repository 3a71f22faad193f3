-- A digest of what the operation asked for: the same id with other content must not be answered with the first result.
-- Null: claimed by an earlier version, or by work that has no content of its own.
alter table operations add column content text;
