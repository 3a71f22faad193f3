-- Subscriptions as the billing service has them: a row each, overwritten whole whenever the service is asked.
create table billing_subscriptions (
  id text primary key,
  customer_id text not null,
  -- Null: it is not known yet whose it is.
  account_id text references accounts,
  -- The service's own word, also one that is not known here.
  status text not null,
  trial_end timestamptz,
  begun_at timestamptz not null,
  -- When the question was put whose answer this is: an answer to an earlier one does not overwrite it.
  asked_at timestamptz not null
);
create index billing_subscriptions_of_account on billing_subscriptions (account_id);
create index billing_subscriptions_of_customer on billing_subscriptions (customer_id);

-- Events that were taken: the service repeats them.
create table billing_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index billing_events_by_age on billing_events (received_at);

-- The subscription that the status and the trial's end are of. Null: the trial clock of our own, or none.
alter table accounts add column subscription_id text;
-- The service may come up with words of its own. What they mean is no access.
alter table accounts drop constraint accounts_subscription_status_check;
