-- What a project's history tells, and takes back. Rows from before this have none of it: they can be told, not taken back.
alter table change_log
  -- Of what changed, the fields as they were.
  add column before json,
  -- The little that the history says of it: a row may hold a hundred thousand nodes, and a page of it fifty such rows.
  add column told json,
  -- The first number of the same write: a person's one act may be several rows.
  add column write_seq integer,
  -- The number of the write that this one takes back.
  add column undoes integer;
