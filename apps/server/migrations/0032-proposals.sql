-- Changes that somebody proposes to a project. They are decided one by one; `changes` has each with its decision.
create sequence proposal_changes;

create table proposals (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  title text not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'decided', 'withdrawn')),
  author text not null,
  -- The token that made it. Its name stays when the token is gone.
  token_id uuid,
  token_name text,
  created_at timestamptz not null,
  changes jsonb not null,
  -- Grows with every change. All changes of a project's proposals happen under its lock, so that a server that has sent
  -- everything up to one number has missed nothing.
  changed bigint not null default nextval('proposal_changes'),
  -- The tab that changed it last.
  client_id text
);
create index proposals_by_change on proposals (project_id, changed);
create index proposals_of_project on proposals (project_id, state, created_at, id);
create index proposals_of_author on proposals (author);
