-- When a worker dies or hangs, each of its runs is tried once more, in a process of its own. A run that ends that
-- process too has caused the failure.
alter table jobs
  -- the database session of a lost run, until a worker has ended it there
  add column orphan jsonb,
  -- this run ended two worker processes; later runs of the same text start in a process of their own
  add column took_workers boolean not null default false;
create index jobs_orphans on jobs (id) where orphan is not null;
create index jobs_took_workers on jobs (data_source_id, query_hash) where took_workers;

-- Results come and go in large pieces, so their room is made reusable before a fifth of the table is dead.
alter table query_result_chunks set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_scale_factor = 0.02,
  -- pieces of 2 kB
  toast.autovacuum_vacuum_threshold = 20000
);
