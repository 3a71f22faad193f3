-- Projects that are kept in step with an issue tracker, and how that goes.
create table tracker_syncs (
  project_id uuid primary key references projects on delete cascade,
  -- Why nothing moves at present, in plain words.
  problem text,
  -- Runs in a row that the tracker ended, and until when it is left alone.
  failures integer not null default 0,
  paused_until timestamptz,
  -- When the tracker was last asked what changed there, and when for everything.
  looked_at timestamptz,
  looked_at_all timestamptz
);

-- Nodes that are to be compared with their issue. Written with the change itself; what is to be said is read when it is said.
create table tracker_marks (
  node_id uuid primary key references nodes on delete cascade,
  project_id uuid not null references projects on delete cascade,
  -- When each field was last changed here, in milliseconds: {title, body, status, parent}.
  changed jsonb not null,
  -- A mark that was renewed while it was worked on stays.
  generation integer not null default 1,
  tries integer not null default 0,
  not_before timestamptz
);
create index tracker_marks_of_project on tracker_marks (project_id);

-- What is known of a node's side of the bargain.
create table tracker_nodes (
  node_id uuid primary key references nodes on delete cascade,
  project_id uuid not null references projects on delete cascade,
  -- Of its issue: epic 1, standard 0, sub-task -1.
  level smallint,
  -- Digests of the node's values together with what the tracker has for them.
  agreed_title text,
  agreed_body text,
  agreed_parent text,
  -- Since when an issue may have been created whose answer has not come.
  creating_at timestamptz,
  -- What was last sent: seen again, it is an echo even where the answer was lost.
  sent jsonb,
  state text not null default 'synced' check (state in ('synced', 'blocked', 'gone')),
  reason text
);
create index tracker_nodes_told on tracker_nodes (project_id) where state <> 'synced';

-- Issues that somebody said have changed; they are read before anything is believed.
create table tracker_hints (
  project_id uuid not null references projects on delete cascade,
  issue_id text not null,
  at timestamptz not null,
  primary key (project_id, issue_id)
);

-- Webhook calls that came, so that a repeat leads to nothing.
create table tracker_deliveries (
  account_id text not null references accounts on delete cascade,
  identifier text not null,
  at timestamptz not null,
  primary key (account_id, identifier)
);
