-- The peer's tables: the facts that a load of ours stores, as PostgreSQL keeps them.
CREATE TABLE users (id text PRIMARY KEY, email text NOT NULL, suspended boolean NOT NULL DEFAULT false);
CREATE TABLE sessions (id text PRIMARY KEY, user_id text NOT NULL REFERENCES users, expires_at timestamptz NOT NULL);
CREATE TABLE wallets (
  user_id text PRIMARY KEY REFERENCES users,
  available_cents bigint NOT NULL CHECK (available_cents >= 0),
  held_cents bigint NOT NULL CHECK (held_cents >= 0)
);
CREATE TABLE cards (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  issuer_card_id text NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  balance_cents bigint NOT NULL,
  pending_cents bigint NOT NULL
);
CREATE TABLE operations (
  id uuid PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  card_id text NOT NULL REFERENCES cards,
  state text NOT NULL,
  amount_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  attempts integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX operations_open ON operations (created_at) WHERE state = 'submitted';
CREATE INDEX operations_of ON operations (user_id, created_at);
CREATE TABLE journal (id uuid PRIMARY KEY, operation_id uuid NOT NULL REFERENCES operations, kind text NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE entries (
  journal_id uuid NOT NULL REFERENCES journal,
  account text NOT NULL,
  amount_cents bigint NOT NULL,
  PRIMARY KEY (journal_id, account)
);
CREATE INDEX entries_of ON entries (account);
CREATE TABLE card_lines (card_id text NOT NULL REFERENCES cards, operation_id uuid NOT NULL, amount_cents bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE INDEX card_lines_of ON card_lines (card_id, at);
CREATE TABLE idempotency_keys (
  user_id text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  operation_id uuid,
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, route, key)
);
