-- Nodes that were, or are being, broken down into children: how often, by whom and with what end. What was asked and
-- answered is not here. A row outlives its project, or else a day's count would be lost with it.
create table breakdowns (
  id uuid primary key,
  project_id uuid not null,
  node_id uuid not null,
  user_id text not null,
  -- Who made the ideas: 'outline', 'openai gpt-x'.
  source text not null,
  started_at timestamptz not null,
  -- Put off again and again by the server that runs it; past, that server is gone.
  alive_until timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'cut', 'failed', 'lost')),
  child_ids uuid[] not null default '{}',
  check ((ended_at is null) = (outcome is null))
);
-- One at a time of a node, on however many servers.
create unique index running_breakdowns on breakdowns (node_id) where ended_at is null;
create index breakdowns_of_user on breakdowns (user_id, started_at);
