-- What people have run by hand, for their own eyes. Jobs are deleted soon, so how a run ended is copied here before.
create table run_history (
  id serial primary key,
  org_id integer not null references organizations (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  data_source_id integer not null references data_sources (id) on delete cascade,
  query_id integer references queries (id) on delete set null,
  job_id uuid not null,
  -- as the person wrote it, without values and limit
  query_text text not null,
  asked_at timestamptz not null default now(),
  -- copied from the job: null while the job is there
  outcome varchar(20),
  runtime double precision,
  row_count bigint,
  result_id integer,
  error text
);
create index run_history_of_user on run_history (user_id, id desc);
create index run_history_of_job on run_history (job_id) where outcome is null;
create index run_history_age on run_history (asked_at);
create index run_history_of_source on run_history (data_source_id);
