-- Files that people upload to a data source of type `files`. Several files can be one table.
create table uploaded_files (
  id integer generated always as identity primary key,
  org_id integer not null references organizations (id) on delete cascade,
  data_source_id integer not null references data_sources (id) on delete cascade,
  user_id integer references users (id) on delete set null,
  file_name varchar(255) not null,
  format varchar(20) not null,
  -- of the file as it was sent
  byte_count bigint not null,
  -- null: it is not a table yet
  table_name varchar(63),
  -- which chunks are its rows; 0: it was not read yet
  reading integer not null default 0,
  last_reading integer not null default 0,
  columns_json text,
  row_count bigint,
  created_at timestamptz not null default now()
);
create index uploaded_files_source on uploaded_files (data_source_id, table_name);
create index uploaded_files_org on uploaded_files (org_id);
create index uploaded_files_user on uploaded_files (user_id);
-- The file as it was sent, each part one zstd frame.
create table uploaded_file_parts (
  file_id integer not null references uploaded_files (id) on delete cascade,
  part integer not null,
  byte_count integer not null,
  frame bytea not null,
  primary key (file_id, part)
);
alter table uploaded_file_parts alter column frame set storage external;
-- Its rows, as those of results (query_result_chunks).
create table uploaded_file_chunks (
  file_id integer not null references uploaded_files (id) on delete cascade,
  reading integer not null,
  seq integer not null,
  row_count integer not null,
  byte_count bigint not null,
  frame bytea not null,
  primary key (file_id, reading, seq)
);
alter table uploaded_file_chunks alter column frame set storage external;
-- Reading a file is a job.
alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('query', 'schema', 'connection_test', 'file'));
