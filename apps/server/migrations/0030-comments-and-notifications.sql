-- Comments on nodes. A deleted comment keeps its row without its text, because it may begin a thread; the comments of a
-- deleted node stay as they are and are hidden with it.
create sequence comment_changes;

create table comments (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  node_id uuid not null references nodes on delete cascade,
  -- The first comment of the thread. Threads have one level.
  parent_id uuid references comments on delete cascade,
  author text not null,
  body text not null,
  mention_ids text[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  resolved_at timestamptz,
  is_deleted boolean not null default false,
  -- Grows with every change, also with reactions. All changes of a project's comments happen under its lock, so that a
  -- server that has sent everything up to one number has missed nothing.
  changed bigint not null default nextval('comment_changes'),
  -- The tab that changed it last.
  client_id text
);
create index comments_by_change on comments (project_id, changed);
create index comments_of_project on comments (project_id, created_at, id);
create index comments_of_node on comments (node_id);
create index comments_of_thread on comments (parent_id);
create index comments_of_author on comments (author);

create table comment_reactions (
  comment_id uuid not null references comments on delete cascade,
  emoji text not null,
  user_id text not null,
  number bigint not null generated always as identity,
  primary key (comment_id, emoji, user_id)
);

-- Maintained by the writes of comments, under the project's lock, as a field of the node: so its changes are live.
alter table nodes add column comment_count integer not null default 0;

-- Comments that are not deleted, with the same keys as those of nodes (0029): '7/garden' for a word in project number 7.
create table search_comments (
  comment_id uuid primary key references comments on delete cascade,
  words tsvector not null
);
create index search_comments_words on search_comments using gin (words) with (fastupdate = off);

create function search_changed_comment() returns trigger language plpgsql as $$
declare own integer;
begin
  if new.is_deleted then
    delete from search_comments where comment_id = new.id;
    return null;
  end if;
  select number into own from search_projects where project_id = new.project_id;
  insert into search_comments (comment_id, words)
  values (new.id, array_to_tsvector(search_prefixed(own || '/', search_text(new.body))))
  on conflict (comment_id) do update set words = excluded.words;
  return null;
end $$;
create trigger search_new_comment after insert on comments
  for each row execute function search_changed_comment();
create trigger search_changed_comment after update of body, is_deleted on comments
  for each row when (old.body <> new.body or old.is_deleted <> new.is_deleted) execute function search_changed_comment();

-- What people are told. Whether a person can still see the project and the node is checked at every read.
create table notifications (
  id uuid primary key,
  user_id text not null,
  kind text not null check (kind in ('mentioned', 'assigned', 'commented', 'unblocked', 'due', 'shared', 'proposal')),
  at timestamptz not null,
  read_at timestamptz,
  -- Null: nobody, as for due dates.
  actor text,
  project_id uuid not null references projects on delete cascade,
  node_id uuid references nodes on delete cascade,
  comment_id uuid references comments on delete set null,
  -- Set once it was mailed, alone or in a digest.
  mailed_at timestamptz,
  -- What must be told only once, such as a due date.
  once_key text,
  unique (user_id, once_key)
);
create index notifications_of_user on notifications (user_id, at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_to_mail on notifications (at) where read_at is null and mailed_at is null;
create index notifications_of_node on notifications (node_id);
create index notifications_of_project on notifications (project_id);
create index notifications_of_comment on notifications (comment_id);
create index notifications_by_age on notifications (at);

-- Without a row: mine. Without a node: the whole project.
create table watches (
  user_id text not null,
  project_id uuid not null references projects on delete cascade,
  node_id uuid references nodes on delete cascade,
  level text not null check (level in ('all', 'none', 'mine'))
);
create unique index watches_of_projects on watches (project_id, user_id) where node_id is null;
create unique index watches_of_nodes on watches (node_id, user_id) where node_id is not null;
create index watches_of_user on watches (user_id);

create table notification_settings (
  user_id text primary key,
  mentions text not null default 'immediately',
  assignments text not null default 'daily',
  comments text not null default 'daily',
  due_dates text not null default 'daily',
  -- Where the person was last, as their browser names it. Null: UTC.
  time_zone text
);

-- The last day on which a person got a digest: each server claims a day before it writes the mail.
create table digests (
  user_id text primary key,
  day date not null
);

-- The state of a project when a person last left it. Without a reference to the project: to check it, the end of a visit
-- would wait for whoever writes to the project. A job deletes the visits of projects that are gone.
create table project_visits (
  user_id text not null,
  project_id uuid not null,
  seq integer not null,
  left_at timestamptz not null,
  primary key (user_id, project_id)
);
