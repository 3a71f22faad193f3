-- Whom a person has looked up by email. It lets them see that person by id and share with them, until it expires.
create table person_lookups (
  asker_id text not null,
  found_id text not null,
  expires_at timestamptz not null,
  primary key (asker_id, found_id)
);
create index person_lookups_by_expiry on person_lookups (expires_at);

-- When the member first opened the project. Null: somebody added them, and they have not been there yet.
alter table project_members add column opened_at timestamptz;
-- Members who changed something have been there.
update project_members set opened_at = now() where exists (
  select from change_log where change_log.project_id = project_members.project_id and actor = user_id
);

-- The last mail about a project to each person it was shared with: it limits how many are sent. Rows outlive the
-- project, or deleting it would reset the limits.
create table share_mails (
  project_id uuid not null,
  recipient_id text not null,
  sender_id text not null,
  sent_at timestamptz not null,
  primary key (project_id, recipient_id)
);
create index share_mails_of_sender on share_mails (sender_id, sent_at);
create index share_mails_by_age on share_mails (sent_at);

-- Whether editors may change the sharing settings, as they may unless the owner decides otherwise.
alter table projects add column editors_may_share boolean not null default true;
