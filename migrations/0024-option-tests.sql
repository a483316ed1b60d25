-- Options that are tried before they are saved as a data source: only workers open databases. Rows live for seconds.
create table option_tests (
  id uuid primary key,
  type varchar(255) not null,
  encrypted_options bytea not null,
  asked_at timestamptz not null default now(),
  is_done boolean not null default false,
  -- why the connection failed
  failure text
);
