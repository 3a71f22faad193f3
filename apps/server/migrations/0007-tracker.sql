-- An account's connection to its issue tracker. Keys are sealed with SECRET_KEY, bound to the account and the field.
create table tracker_settings (
  account_id text primary key references accounts on delete cascade,
  domain text not null,
  api_user text not null,
  api_key text not null,
  webhook_secret text,
  project_key text,
  issue_type_id text,
  epic_type_id text,
  link_type_id text,
  epic_link_field_id text,
  -- Since when the tracker refuses the key. Null: it was taken when it was last used.
  refused_at timestamptz,
  updated_at timestamptz not null
);

-- Projects that came from an epic: the same account and epic bring the same project up to date.
create table tracker_projects (
  project_id uuid primary key references projects on delete cascade,
  account_id text not null references accounts on delete cascade,
  site text not null,
  epic_id text not null,
  epic_key text not null,
  imported_at timestamptz not null
);
create index tracker_projects_of_epic on tracker_projects (account_id, site, epic_id);

-- Which issue a node stands for, and what both sides last agreed on.
create table tracker_issues (
  node_id uuid primary key references nodes on delete cascade,
  project_id uuid not null references projects on delete cascade,
  site text not null,
  issue_id text not null,
  issue_key text not null,
  -- {summary, description, status, parentKey, updatedAt}; null: nothing yet.
  snapshot json,
  unique (project_id, site, issue_id)
);
create index tracker_issues_of_issue on tracker_issues (site, issue_id);

-- How far imports have come, for the page that waits for one. Nothing is lost with it.
create unlogged table tracker_imports (
  account_id text not null references accounts on delete cascade,
  external_key text not null,
  is_running boolean not null,
  -- Issues read so far, and of how many; null: not known yet.
  done integer not null,
  total integer,
  created integer not null,
  changed integer not null,
  -- Nodes whose issue is no longer below the epic; they stay, without their issue.
  gone integer not null,
  at timestamptz not null,
  primary key (account_id, external_key)
);
