-- What people and programs did: the audit log. Old rows are removed by the job clean_events.
create table events (
  id bigserial primary key,
  org_id integer not null references organizations on delete cascade,
  user_id integer references users on delete set null,
  -- e-mail address, or the name of the API key: it stays when the person goes
  actor_name varchar(320),
  action varchar(100) not null,
  object_type varchar(100) not null,
  object_id varchar(255),
  additional_properties jsonb not null default '{}',
  user_agent varchar(500),
  ip varchar(45),
  -- told by a client, not seen by the server
  is_reported boolean not null default false,
  created_at timestamptz not null default now()
);
-- pages of the log, newest first: of everything, and by each of the filters
create index events_newest on events (org_id, created_at desc, id desc);
create index events_action on events (org_id, action, created_at desc, id desc);
create index events_object_type on events (org_id, object_type, created_at desc, id desc);
create index events_user on events (user_id, org_id, created_at desc, id desc);

-- Links that are sent by mail: each for one purpose, used once. Only hashes are stored, as of sessions.
create table link_tokens (
  token_hash bytea primary key,
  purpose varchar(20) not null check (purpose in ('verify_email', 'invitation', 'password_reset')),
  user_id integer not null references users on delete cascade,
  -- where the link was sent to: it says nothing about another address
  email varchar(255) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_tokens_user on link_tokens (user_id, purpose);
create index link_tokens_expiry on link_tokens (expires_at);

-- What the daily question for a newer release was answered; one row, also its claim.
create table version_checks (
  id boolean primary key default true check (id),
  newest_version varchar(50),
  checked_at timestamptz not null
);
