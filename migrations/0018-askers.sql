-- People are served in turn, and it is known who waits for a run.

alter table jobs
  -- on whose turn the run counts: `user 5`, `schedule`, or the name that the bearers of one key or token share
  add column asker text,
  -- the queue of a run: the id of its data source, or 0 for jobs that no concurrency limit applies to
  add column line integer not null generated always as
    (case when kind = 'query' then data_source_id else 0 end) stored,
  -- round-robin turn: all runs of turn 0 start before those of turn 1, and so on
  add column turn integer not null default 0,
  -- who ended a run that others waited for as well
  add column ended_by_id integer references users (id) on delete set null,
  add column ended_by_name text;

update jobs set asker = case when is_scheduled and not is_awaited then 'schedule' else coalesce('user ' || user_id, actor_name) end;
alter table jobs alter column asker set not null;

-- what waits now keeps its order within each asker
update jobs set turn = places.turn
from (
  select id, row_number() over (partition by line, asker order by queued_at, id) - 1 as turn
  from jobs where status = 'queued' and not (is_scheduled and not is_awaited)
) places
where places.id = jobs.id;

-- the next run of a line
create index jobs_line on jobs (line, (is_scheduled and not is_awaited), turn, queued_at, id) where status = 'queued';
-- what one asker has waiting
create index jobs_of_asker on jobs (asker, line, turn) where status = 'queued';

-- Who wants the result of a run. A row goes when its asker takes that back, or with the job.
create table job_askers (
  job_id uuid not null references jobs (id) on delete cascade,
  -- as jobs.asker
  asker text not null,
  asked_at timestamptz not null default now(),
  -- the last look at the run; null: nobody has looked yet
  seen_at timestamptz,
  primary key (job_id, asker)
);

insert into job_askers (job_id, asker)
select id, asker from jobs where status in ('queued', 'started')
union
select id, 'schedule' from jobs where status in ('queued', 'started') and is_scheduled;

-- When the last run of this asker on this data source started. The asker with the oldest time is served first.
create table served_turns (
  asker text not null,
  line integer not null,
  served_at timestamptz not null,
  primary key (asker, line)
);
