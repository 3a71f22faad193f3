-- People are named by the identity service's ids, which may be another service's: no foreign key can hold them.
create table projects (
  id uuid primary key,
  owner text not null,
  title text not null,
  body text not null,
  status text not null check (status in ('active', 'inactive', 'archived', 'deleted')),
  layout text not null check (layout in ('tree-left', 'tree-right', 'tree-down', 'tree-up')),
  general_access text not null check (general_access in ('restricted', 'anyone')),
  json json,
  jira_sync boolean not null,
  seq integer not null check (seq >= 0),
  -- How many living nodes are in each status: a list of projects must not count the nodes of all of them.
  todo_count integer not null default 0 check (todo_count >= 0),
  progress_count integer not null default 0 check (progress_count >= 0),
  done_count integer not null default 0 check (done_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((status = 'deleted') = (deleted_at is not null))
);
create index projects_of_owner on projects (owner);
create index projects_in_trash on projects (deleted_at) where deleted_at is not null;

create table project_members (
  project_id uuid not null references projects on delete cascade,
  user_id text not null check (user_id <> ''),
  role text not null check (role in ('viewer', 'editor')),
  primary key (project_id, user_id)
);
create index memberships_of_user on project_members (user_id);

create table nodes (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- All parents in order, the primary one first. node_parents holds the same links for the foreign keys.
  parent_ids uuid[] not null,
  -- The linked project may be purged later; the link then leads nowhere, as the person left it.
  project_link uuid,
  title text not null,
  body text not null,
  status text not null check (status in ('todo', 'progress', 'done')),
  position double precision not null check (position >= 0 and position <= 10000),
  hide_children boolean not null,
  is_deleted boolean not null,
  background_color text not null,
  processing boolean not null,
  type text not null check (type in ('standard', 'node_links')),
  external_key text,
  transitions json not null,
  version integer not null check (version > 0),
  unique (project_id, id)
);
create index nodes_linking_to_project on nodes (project_link) where project_link is not null;

create table node_parents (
  project_id uuid not null,
  node_id uuid not null,
  parent_id uuid not null,
  primary key (node_id, parent_id),
  check (node_id <> parent_id),
  -- At the end of the transaction: a child may be written before its parent.
  foreign key (project_id, node_id) references nodes (project_id, id)
    on delete cascade deferrable initially deferred,
  foreign key (project_id, parent_id) references nodes (project_id, id)
    on delete cascade deferrable initially deferred
);
create index children_of_node on node_parents (parent_id);

create function link_new_nodes() returns trigger language plpgsql as $$
begin
  insert into node_parents (project_id, node_id, parent_id)
  select project_id, id, parent_id from written, unnest(parent_ids) as parent_id;
  return null;
end $$;
create trigger link_new_nodes after insert on nodes
  referencing new table as written for each statement execute function link_new_nodes();

-- By row: the plan of a whole statement is kept from the first one, and one made for a single node would take hours
-- for 100,000.
create function relink_node() returns trigger language plpgsql as $$
begin
  delete from node_parents where node_id = new.id and not parent_id = any(new.parent_ids);
  insert into node_parents (project_id, node_id, parent_id)
  select new.project_id, new.id, parent_id from unnest(new.parent_ids) as parent_id
  where not parent_id = any(old.parent_ids);
  return null;
end $$;
create trigger relink_node after update on nodes
  for each row when (old.parent_ids <> new.parent_ids) execute function relink_node();

-- What happened, one row a change, in the order in which it was committed.
create table change_log (
  project_id uuid not null references projects on delete cascade,
  seq integer not null,
  kind text not null,
  -- Of each node or of the project: the fields that changed, as they now are.
  payload json not null,
  node_ids uuid[] not null,
  -- Whether parents, positions or deletion are among them.
  is_structural boolean not null,
  client_id text,
  op_id uuid,
  actor text not null,
  at timestamptz not null,
  primary key (project_id, seq)
);

-- The answers given in the last day: who did not hear one asks again, and must not do it twice.
create table operations (
  caller text not null,
  client_id text not null,
  op_id uuid not null,
  -- Which field of the operation: one may hold several mutations.
  field text not null,
  answer json,
  at timestamptz not null,
  primary key (caller, client_id, op_id, field)
);
create index operations_by_age on operations (at);

create table recurring_jobs (
  name text primary key,
  last_at timestamptz not null
);
