-- Checkouts that were opened at the payment service. What became of one is asked for there; settled once that is known.
create table billing_checkouts (
  id text primary key,
  account_id text not null references accounts,
  url text not null,
  -- Null: without a trial.
  trial_days integer,
  opened_at timestamptz not null default now(),
  -- When the service was last asked what became of it.
  asked_at timestamptz not null default '-infinity',
  settled_at timestamptz
);
-- A person has one open checkout, however often the button is pressed.
create unique index open_checkout_of_account on billing_checkouts (account_id) where settled_at is null;
