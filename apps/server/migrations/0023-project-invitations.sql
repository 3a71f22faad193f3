-- Invitations to a project. With an address: for that person, once. Without one: a link for anybody, until it expires,
-- is used up or revoked. A link has a signed token that contains the id, so this table holds no secret.
create table project_invitations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- The invitation works only as long as this person may share the project.
  invited_by text not null,
  -- Lower-cased.
  email text,
  role text not null check (role in ('viewer', 'editor')),
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  -- Null: any number.
  uses_left integer check (uses_left >= 0),
  -- The person who used an invitation to an address.
  accepted_by text,
  unique (project_id, email)
);
create index project_invitations_of_inviter on project_invitations (invited_by);

-- When somebody last asked for access to a project: its owner gets one mail a day about each person.
create table access_requests (
  project_id uuid not null references projects on delete cascade,
  asker_id text not null,
  asked_at timestamptz not null,
  primary key (project_id, asker_id)
);
create index access_requests_of_asker on access_requests (asker_id);
create index access_requests_by_age on access_requests (asked_at);
