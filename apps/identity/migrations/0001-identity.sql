CREATE SCHEMA identity;

CREATE TABLE identity.identities (
  id uuid PRIMARY KEY,
  schema_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'inactive')),
  state_changed_at timestamptz NOT NULL,
  traits jsonb NOT NULL,
  metadata_public jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- One row a type: every social account of a person is in the config of one 'oidc' row.
CREATE TABLE identity.credentials (
  identity_id uuid NOT NULL REFERENCES identity.identities ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('password', 'oidc')),
  config jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (identity_id, type)
);

CREATE TABLE identity.credential_identifiers (
  type text NOT NULL,
  identifier text NOT NULL,
  identity_id uuid NOT NULL,
  PRIMARY KEY (type, identifier),
  FOREIGN KEY (identity_id, type) REFERENCES identity.credentials ON DELETE CASCADE
);
CREATE INDEX ON identity.credential_identifiers (identity_id);

CREATE TABLE identity.addresses (
  id uuid PRIMARY KEY,
  identity_id uuid NOT NULL REFERENCES identity.identities ON DELETE CASCADE,
  value text NOT NULL UNIQUE,
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX ON identity.addresses (identity_id);

CREATE TABLE identity.sessions (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  identity_id uuid NOT NULL REFERENCES identity.identities ON DELETE CASCADE,
  issued_at timestamptz NOT NULL,
  authenticated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  methods jsonb NOT NULL,
  device_id uuid NOT NULL,
  device_address text NOT NULL,
  device_agent text NOT NULL
);
CREATE INDEX ON identity.sessions (identity_id);
CREATE INDEX ON identity.sessions (expires_at);

CREATE TABLE identity.flows (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('login', 'registration', 'settings', 'recovery')),
  state text NOT NULL,
  active text,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  request_url text NOT NULL,
  return_to text,
  csrf_hash text NOT NULL,
  refresh boolean NOT NULL,
  requested_aal text NOT NULL,
  identity_id uuid REFERENCES identity.identities ON DELETE CASCADE,
  form jsonb NOT NULL,
  context jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX ON identity.flows (expires_at);
CREATE INDEX ON identity.flows (identity_id);

CREATE TABLE identity.continuity (
  id uuid PRIMARY KEY,
  purpose text NOT NULL,
  identity_id uuid REFERENCES identity.identities ON DELETE CASCADE,
  sealed_payload text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ON identity.continuity (expires_at);
CREATE INDEX ON identity.continuity (identity_id);

CREATE TABLE identity.errors (
  id uuid PRIMARY KEY,
  error jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX ON identity.errors (created_at);

-- identity_id is null for an address that nobody has: the row makes both cases cost the same.
CREATE TABLE identity.recovery_codes (
  flow_id uuid PRIMARY KEY REFERENCES identity.flows ON DELETE CASCADE,
  identity_id uuid REFERENCES identity.identities ON DELETE CASCADE,
  email text NOT NULL,
  code_hash text NOT NULL,
  tries integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ON identity.recovery_codes (identity_id);

CREATE TABLE identity.attempts (
  scope text NOT NULL,
  key_hash text NOT NULL,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL,
  blocked_until timestamptz,
  PRIMARY KEY (scope, key_hash)
);
CREATE INDEX ON identity.attempts (last_at);
