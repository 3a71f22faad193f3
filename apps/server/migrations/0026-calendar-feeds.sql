-- Secret addresses at which calendar programs read due dates. A reader of the database cannot use them: an address is
-- found by the hash of its secret, and the secret is sealed with the server's key, so that it can be shown again.
create table calendar_feeds (
  id uuid primary key,
  user_id text not null,
  -- Null: everything assigned to the person.
  project_id uuid references projects on delete cascade,
  secret_hash bytea not null unique,
  sealed_secret text not null,
  created_at timestamptz not null
);
create index calendar_feeds_of_user on calendar_feeds (user_id);
create index calendar_feeds_of_project on calendar_feeds (project_id);
