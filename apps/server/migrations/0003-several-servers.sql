-- How often callers did something, over all servers. Nothing is lost with it: unlogged, so that counting costs no disk.
create unlogged table rate_counts (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index rate_counts_by_end on rate_counts (ends_at);

-- Changes up to this number are no longer in the log.
alter table projects add column log_from integer not null default 0 check (log_from >= 0);
