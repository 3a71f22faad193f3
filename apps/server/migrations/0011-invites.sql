-- Whom a member has invited: each address once, whatever became of it.
create table beta_invites (
  id uuid primary key,
  account_id text not null references accounts,
  -- Lower-cased.
  email text not null,
  -- When the latest mail went out.
  mailed_at timestamptz not null,
  -- Used once: by whom, and when.
  accepted_by text,
  accepted_at timestamptz,
  unique (account_id, email)
);

-- Addresses that want no more mail but what concerns their own account. Kept as hashes: they need not be known.
create table mail_refusals (
  address_hash text primary key,
  refused_at timestamptz not null default now()
);
