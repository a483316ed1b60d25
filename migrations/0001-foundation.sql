-- The foundation: people, data sources, queries, jobs, results.

create table organizations (
  id serial primary key,
  name varchar(255) not null,
  slug varchar(255) not null unique,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table groups (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  type varchar(255) not null default 'regular' check (type in ('builtin', 'regular')),
  name varchar(100) not null,
  permissions text[] not null,
  created_at timestamptz not null default now()
);
create unique index groups_builtin_name on groups (org_id, name) where type = 'builtin';

create table users (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  name varchar(320) not null,
  email varchar(255) not null check (email = lower(email)),
  password_hash text,
  api_key varchar(40) not null unique,
  profile_image_url text,
  is_invitation_pending boolean not null default false,
  is_email_verified boolean not null default true,
  disabled_at timestamptz,
  active_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, email)
);

create table group_members (
  group_id integer not null references groups on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

-- Server-side sessions. Only hashes are stored: reading this table gives nobody a session.
create table sessions (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  kind varchar(20) not null check (kind in ('session', 'remember')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Counters of rate limits, shared by all web processes.
create table rate_limit_hits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

create table data_sources (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  name varchar(255) not null,
  type varchar(255) not null,
  encrypted_options bytea not null,
  queue_name varchar(255) not null default 'queries',
  scheduled_queue_name varchar(255) not null default 'scheduled_queries',
  is_paused boolean not null default false,
  pause_reason text,
  -- null: the default of the instance
  max_rows bigint,
  max_bytes bigint,
  max_seconds integer,
  max_runs integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index data_sources_org_name on data_sources (org_id, name);

create table data_source_groups (
  data_source_id integer not null references data_sources on delete cascade,
  group_id integer not null references groups on delete cascade,
  view_only boolean not null default false,
  primary key (data_source_id, group_id)
);
create index data_source_groups_group on data_source_groups (group_id);

-- The schema of a data source as one zstd frame of JSON text `{"schema": [...]}`, passed through to the browser.
create table data_source_schemas (
  data_source_id integer primary key references data_sources on delete cascade,
  frame bytea not null,
  table_count integer not null,
  column_count integer not null,
  refreshed_at timestamptz not null default now()
);
alter table data_source_schemas alter column frame set storage external;

create sequence query_results_id_seq as integer;
create table query_results (
  id integer primary key,
  org_id integer not null references organizations on delete cascade,
  data_source_id integer not null references data_sources on delete cascade,
  query_hash varchar(32) not null,
  query_text text not null,
  -- JSON texts as they stand in the reply: digits and key order are kept
  columns_json text not null,
  extras_json text not null default '{}',
  row_count bigint not null,
  byte_count bigint not null,
  truncated boolean not null default false,
  runtime double precision not null,
  retrieved_at timestamptz not null default now()
);
create index query_results_lookup on query_results (data_source_id, query_hash, retrieved_at desc);
create index query_results_retrieved on query_results (retrieved_at);

-- Rows of results: each chunk is one independent zstd frame of JSON row objects joined by commas (no brackets;
-- every chunk but the first starts with a comma). Written while the query runs, before the row in query_results,
-- so there is no foreign key; the sweeper removes chunks whose run died.
create table query_result_chunks (
  result_id integer not null,
  seq integer not null,
  first_row bigint not null,
  row_count integer not null,
  byte_count integer not null,
  frame bytea not null,
  primary key (result_id, seq)
);
alter table query_result_chunks alter column frame set storage external;

create table queries (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  version integer not null default 1,
  data_source_id integer references data_sources on delete set null,
  latest_result_id integer references query_results on delete set null,
  name varchar(255) not null,
  description varchar(4096),
  query_text text not null,
  query_hash varchar(32) not null,
  api_key varchar(40) not null unique,
  user_id integer not null references users,
  last_modified_by_id integer references users,
  is_archived boolean not null default false,
  is_draft boolean not null default true,
  schedule jsonb,
  schedule_failures integer not null default 0,
  -- text, not jsonb: key order of stored options is kept
  options text not null default '{}',
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index queries_org on queries (org_id, is_archived, created_at desc);
create index queries_hash on queries (data_source_id, query_hash);
create index queries_latest_result on queries (latest_result_id);
create index queries_user on queries (user_id);

create table visualizations (
  id serial primary key,
  query_id integer not null references queries on delete cascade,
  type varchar(100) not null,
  name varchar(255) not null,
  description varchar(4096) not null default '',
  options text not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index visualizations_query on visualizations (query_id);

create table favorites (
  user_id integer not null references users on delete cascade,
  object_type varchar(20) not null check (object_type in ('query', 'dashboard')),
  object_id integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, object_type, object_id)
);

create table access_grants (
  id serial primary key,
  object_type varchar(20) not null check (object_type in ('query', 'dashboard')),
  object_id integer not null,
  access_type varchar(20) not null check (access_type in ('view', 'modify', 'delete')),
  grantor_id integer not null references users on delete cascade,
  grantee_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  unique (object_type, object_id, access_type, grantee_id)
);

-- Worker processes; a row whose heartbeat is old belongs to a dead worker and its jobs are taken back.
create table workers (
  id uuid primary key,
  hostname text not null,
  pid integer not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

-- Every run asked for: query runs, schema refreshes, connection tests.
create table jobs (
  id uuid primary key,
  org_id integer not null references organizations on delete cascade,
  kind varchar(20) not null check (kind in ('query', 'schema', 'connection_test')),
  status varchar(20) not null default 'queued'
    check (status in ('queued', 'started', 'finished', 'failed', 'cancelled')),
  data_source_id integer not null references data_sources on delete cascade,
  user_id integer references users on delete set null,
  -- name put into the annotation: e-mail, or the name of the key actor
  actor_name text not null,
  query_id integer references queries on delete set null,
  query_hash varchar(32),
  query_text text,
  -- the text as the user wrote it, when it differs: errors are placed in it (server/results/submitted-text.ts)
  submitted text,
  is_scheduled boolean not null default false,
  attempts integer not null default 0,
  worker_id uuid,
  -- database session that runs the query, so that another worker can end it (Connector.killOrphan)
  backend jsonb,
  cancel_requested_at timestamptz,
  row_count bigint not null default 0,
  result_id integer,
  -- answer of schema and connection_test jobs
  result_json text,
  -- `{"message", "code"?, "details"?, "position"?}`
  error jsonb,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
-- Twins share a run: one live query job for a text on a data source.
create unique index jobs_twins on jobs (data_source_id, query_hash)
  where kind = 'query' and status in ('queued', 'started') and cancel_requested_at is null;
create unique index jobs_one_schema_refresh on jobs (data_source_id)
  where kind = 'schema' and status in ('queued', 'started') and cancel_requested_at is null;
create index jobs_live on jobs (data_source_id, queued_at) where status in ('queued', 'started');
create index jobs_worker on jobs (worker_id) where status = 'started';
create index jobs_finished on jobs (finished_at) where status in ('finished', 'failed', 'cancelled');
