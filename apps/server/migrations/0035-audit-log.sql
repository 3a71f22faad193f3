-- Who did what, for operators. Rows have no foreign keys: the log outlives what it is about, and is bounded by age.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  -- Who acted. Null: the server itself, or somebody unknown.
  user_id text,
  -- The person who was acted upon.
  subject_id text,
  project_id uuid,
  address text,
  -- The access token with which a program acted.
  token_id uuid,
  token_name text,
  details jsonb not null default '{}'
);
create index audit_log_by_time on audit_log (at);
create index audit_log_of_user on audit_log (user_id, id) where user_id is not null;
create index audit_log_of_subject on audit_log (subject_id, id) where subject_id is not null;
create index audit_log_of_project on audit_log (project_id, id) where project_id is not null;
create index audit_log_by_action on audit_log (action, id);
