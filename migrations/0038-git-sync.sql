-- A git repository from which content comes; one an organization.
create table git_syncs (
  org_id integer primary key references organizations (id) on delete cascade,
  remote varchar(10) not null check (remote in ('https', 'ssh', 'local')),
  url text not null,
  branch text not null,
  folder text not null,
  username text not null,
  host_key text not null,
  ca text not null,
  -- token, private key and its passphrase, secret of the webhook
  encrypted_options bytea not null,
  -- null: only by webhook and by hand
  minutes integer,
  archives_removed boolean not null,
  with_groups boolean not null,
  -- name in the files -> name here
  data_sources jsonb not null,
  -- where a person sees a file: {commit} and {path} are replaced
  file_url text not null,
  -- works with the rights of this user
  user_id integer not null references users (id),
  -- what was last brought; null after a change of the settings
  commit varchar(64),
  updated_at timestamptz not null default now()
);

create table git_sync_runs (
  id bigint generated always as identity primary key,
  org_id integer not null references organizations (id) on delete cascade,
  is_plan boolean not null,
  overwrites boolean not null,
  cause varchar(10) not null check (cause in ('person', 'schedule', 'webhook')),
  asked_by integer references users (id) on delete set null,
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused', 'failed')),
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  commit varchar(64),
  author text,
  subject text,
  results jsonb not null default '[]',
  error text
);
create index git_sync_runs_of_organization on git_sync_runs (org_id, id desc);
create unique index git_sync_runs_one_at_a_time on git_sync_runs (org_id) where state = 'running';

-- Content that an admin has taken out of the hands of the repository: a sync leaves it alone.
create table git_detached (
  org_id integer not null references organizations (id) on delete cascade,
  kind varchar(10) not null,
  key text not null,
  primary key (org_id, kind, key)
);

-- Where in the repository it comes from; null: it is content of this instance.
alter table queries add column from_git jsonb;
alter table dashboards add column from_git jsonb;
alter table alerts add column from_git jsonb;
alter table query_snippets add column from_git jsonb;
