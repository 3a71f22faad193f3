-- Files on their way in, part by part. Nothing of a project exists before all of them are there, and nothing is lost
-- with these tables but the upload: unlogged, so that a file is not written to disk twice.
create unlogged table imports (
  id uuid primary key,
  user_id text not null,
  -- Null: the file becomes a project of its own.
  project_id uuid,
  -- Null: its topmost nodes become roots.
  parent_id uuid,
  header json not null,
  node_count integer not null check (node_count >= 0),
  begun_at timestamptz not null
);
create index imports_of_user on imports (user_id, begun_at);
create index imports_by_age on imports (begun_at);

create unlogged table import_parts (
  import_id uuid not null references imports on delete cascade,
  part integer not null check (part >= 0),
  node_count integer not null check (node_count >= 0),
  text_bytes integer not null check (text_bytes >= 0),
  nodes json not null,
  primary key (import_id, part)
);
