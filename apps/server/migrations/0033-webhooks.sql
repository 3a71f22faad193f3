-- Addresses that get the events of a project. What happened is read from the change log, so a change costs nothing more.
create table webhooks (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- Who added it. It works as long as this person can edit the project.
  user_id text not null,
  url text not null,
  events text[] not null,
  -- Encrypted with SECRET_KEY: the sender signs with it.
  sealed_secret text not null,
  created_at timestamptz not null,
  off_reason text check (off_reason in ('failed', 'gone', 'access')),
  -- The changes up to this seq have become deliveries.
  cursor_seq integer not null,
  -- When a delivery is due; null: none is pending.
  due_at timestamptz,
  -- Set with an event that is not in the change log; cleared when a server begins to send.
  asked_at timestamptz,
  -- Nothing is sent before, because the receiver accepted nothing.
  wait_until timestamptz,
  -- Attempts in a row that were not accepted.
  failures integer not null default 0,
  last_status integer,
  last_at timestamptz,
  accepted_at timestamptz,
  -- The server that sends now, until when nobody else may.
  lease uuid,
  leased_until timestamptz
);
create index webhooks_of_project on webhooks (project_id);
create index webhooks_of_user on webhooks (user_id);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  -- The order of the events.
  number bigint not null generated always as identity,
  type text not null,
  at timestamptz not null,
  -- What happened, without the texts: those are read when it is sent.
  details json not null,
  node_id uuid,
  comment_id uuid,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  first_at timestamptz,
  last_at timestamptz,
  next_at timestamptz,
  status integer,
  problem text,
  duration_ms integer
);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, number) where state = 'pending';
create index webhook_deliveries_by_number on webhook_deliveries (webhook_id, number);
create index webhook_deliveries_by_age on webhook_deliveries (at);
-- A comment is added once, whichever row of the log it is found by.
create unique index webhook_deliveries_of_comments on webhook_deliveries (webhook_id, comment_id)
  where comment_id is not null;
