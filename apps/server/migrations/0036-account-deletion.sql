-- People who want their accounts deleted. The row goes with the account, in one transaction.
create table account_deletions (
  user_id text primary key,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  -- The new owner of each project by its id; null: the project is deleted.
  choices jsonb not null,
  -- When it began. From then on it cannot be canceled.
  started_at timestamptz,
  -- For the last mail, which is written when the account is gone.
  email text not null,
  firstname text
);
create index account_deletions_by_time on account_deletions (due_at);
