-- Verification by code. Codes of both flows are in recovery_codes: each is signed for one purpose and one flow.
ALTER TABLE identity.flows
  DROP CONSTRAINT flows_kind_check,
  ADD CONSTRAINT flows_kind_check CHECK (kind IN ('login', 'registration', 'settings', 'recovery', 'verification'));

-- A pending address is the one that its owner wants to change to. It is reserved for nobody until it is proven,
-- because otherwise anybody could keep the owner of an address from signing up.
ALTER TABLE identity.addresses ADD COLUMN is_pending boolean NOT NULL DEFAULT false;
ALTER TABLE identity.addresses DROP CONSTRAINT addresses_value_key;
CREATE UNIQUE INDEX addresses_value_key ON identity.addresses (value) WHERE NOT is_pending;
CREATE UNIQUE INDEX addresses_pending_key ON identity.addresses (identity_id) WHERE is_pending;
