-- What people see of their sessions. A log-in is the session of a browser and, where it is remembered, what restores it.
alter table sessions add column login_id uuid not null default gen_random_uuid();
alter table sessions add column user_agent varchar(500);
alter table sessions add column ip varchar(45);
alter table sessions add column used_at timestamptz not null default now();
create index sessions_login on sessions (login_id);
