-- Servers that run, and who is in which project on each of them. A crash of PostgreSQL may empty both: the servers write
-- them again within seconds.
create unlogged table servers (
  id uuid primary key,
  seen_at timestamptz not null
);

create unlogged table presence (
  project_id uuid not null,
  -- A person's id, or 'guest:' and a hash.
  session_id text not null,
  server_id uuid not null references servers on delete cascade,
  joined_at timestamptz not null,
  -- What the person shows as selected, and since when: of several servers the latest holds.
  node_ids uuid[] not null default '{}',
  shown_at timestamptz not null,
  primary key (project_id, session_id, server_id)
);
create index presence_of_server on presence (server_id);
