-- Second factors and passkeys. One row a type, as for the other credentials:
-- totp {sealed_secret, last_step}, lookup_secret {codes: [{sealed, used_at}], unused}, passkey {credentials: [...]}.
ALTER TABLE identity.credentials
  DROP CONSTRAINT credentials_type_check,
  ADD CONSTRAINT credentials_type_check CHECK (type IN ('password', 'oidc', 'totp', 'lookup_secret', 'passkey'));

-- Every login form asks whether anybody has a passkey.
CREATE INDEX credentials_passkeys ON identity.credentials (type) WHERE type = 'passkey';
