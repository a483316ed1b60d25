-- Sign-ins besides passwords.

-- Who somebody is at a provider: known again even when the address of either side changes.
create table identities (
  org_id integer not null references organizations (id) on delete cascade,
  provider varchar(20) not null,
  issuer varchar(1000) not null,
  subject varchar(500) not null,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (org_id, provider, issuer, subject)
);
create index identities_user on identities (user_id);

-- Sign-ins that are under way at a provider. Each is used once, by the browser that began it.
create table sign_in_attempts (
  token_hash bytea primary key,
  provider varchar(20) not null,
  browser_hash bytea not null,
  details jsonb not null,
  expires_at timestamptz not null
);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

-- Statements of providers that have let somebody in: none does so twice.
create table spent_assertions (
  assertion_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_assertions_expiry on spent_assertions (expires_at);
