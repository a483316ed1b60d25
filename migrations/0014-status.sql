-- What keeps an instance running is shown: workers, the clock of schedules, and which key has sealed the options.

-- Workers tell of themselves with their heartbeat.
alter table workers
  add column concurrency integer not null default 1,
  add column successful_jobs integer not null default 0,
  add column failed_jobs integer not null default 0,
  add column working_seconds double precision not null default 0,
  -- what /metrics tells of this worker (src/server/metrics/measures.ts)
  add column measures jsonb not null default '[]';

-- The last look of the clock of schedules: one row at most.
create table schedule_looks (
  id boolean primary key default true check (id),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- queries that were due then, and by how long the one that had waited longest
  due_count integer not null,
  latest_seconds double precision not null
);

-- Something that is known, sealed with the secret key of this instance: another key does not open it. One row at most.
create table secret_key_checks (
  id boolean primary key default true check (id),
  encrypted_check bytea not null,
  created_at timestamptz not null default now()
);
