-- One row a person, made when the person is first seen. The id is random and has nothing to do with the person's own:
-- it stands in webhook addresses, which strangers hold.
create table accounts (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id text not null unique,
  email text not null,
  firstname text,
  lastname text,
  picture text,
  subscription_status text check (subscription_status in (
    'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'
  )),
  -- Set once: who has one has had the trial.
  trial_end timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
