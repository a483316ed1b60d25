-- Parts of a schema that are read on demand: the databases of a data source, and the tables of one with their columns.
create table schema_levels (
  data_source_id integer not null references data_sources (id) on delete cascade,
  -- '': the list of databases
  database_name varchar(255) not null,
  content_json text not null,
  read_at timestamptz not null default now(),
  primary key (data_source_id, database_name)
);
-- Reading such a part is a job.
alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('query', 'schema', 'connection_test', 'file', 'level'));
