-- Access tokens of programs. Only the hash of a secret is stored: a reader of the database cannot use it.
create table access_tokens (
  id uuid primary key,
  user_id text not null,
  name text not null,
  role text not null check (role in ('reader', 'proposer', 'editor')),
  -- Null: every project of the person.
  project_id uuid references projects on delete cascade,
  secret_hash bytea not null unique,
  -- The beginning of the secret, by which people recognize it.
  prefix text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz
);
create index access_tokens_of_user on access_tokens (user_id);
create index access_tokens_of_project on access_tokens (project_id);

-- The token that made a change. Its name stays in the history when the token is gone.
alter table change_log add column token_id uuid, add column token_name text;

-- Who has taken a node. A row counts only while the node is in progress and assigned to that person, so that every
-- other way of changing the node ends the claim as well.
create table node_claims (
  node_id uuid primary key references nodes on delete cascade,
  user_id text not null,
  token_id uuid,
  claimed_at timestamptz not null
);
