-- Scheduled runs, what is told of their failures, and mails on their way.

-- Start of the last scheduled run, failed ones included: written with the job, so that nothing is started twice.
alter table queries add column last_scheduled_at timestamptz;
create index queries_scheduled on queries (id) where schedule is not null and not is_archived;

-- A scheduled run that somebody waits for as well: it goes before the other scheduled ones.
alter table jobs add column is_awaited boolean not null default false;

-- Mails on their way to the mail server; a row goes when the server has taken the mail.
create table mails (
  id serial primary key,
  recipient varchar(320) not null,
  subject text not null,
  text text not null,
  html text not null,
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- tried for days: kept a while so that somebody can look
  given_up_at timestamptz,
  last_error text
);
create index mails_due on mails (due_at) where given_up_at is null;

-- Failed scheduled runs that their owner has not been told of. They go with the mail that tells of them.
create table scheduled_failures (
  id serial primary key,
  query_id integer not null references queries on delete cascade,
  user_id integer not null references users on delete cascade,
  message text not null,
  -- in a row, this one included
  schedule_failures integer not null,
  failed_at timestamptz not null,
  mail_id integer references mails on delete cascade
);
create index scheduled_failures_untold on scheduled_failures (user_id) where mail_id is null;
create index scheduled_failures_mail on scheduled_failures (mail_id);
create index scheduled_failures_query on scheduled_failures (query_id);
