-- Browsers that show a person's notifications while no page is open (web push).
create table push_subscriptions (
  -- Where the browser's vendor accepts messages. A browser belongs to whoever subscribed last.
  endpoint text primary key,
  user_id text not null,
  -- The session that subscribed: the subscription ends with it.
  session_id text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- Set by the server that sends it: each notification is pushed once, whatever number of servers hears of it.
alter table notifications add column pushed_at timestamptz;
