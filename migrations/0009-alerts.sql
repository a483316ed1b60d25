-- Alerts: where they tell, whom they tell, what every evaluation found, and what is on its way.

-- Channels that admins set up. Options are sealed like those of data sources.
create table destinations (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  user_id integer references users on delete set null,
  name varchar(255) not null,
  type varchar(255) not null,
  encrypted_options bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, name)
);

-- Without a destination the person is told by mail.
create table alert_subscriptions (
  id serial primary key,
  alert_id integer not null references alerts on delete cascade,
  user_id integer not null references users on delete cascade,
  destination_id integer references destinations,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (alert_id, destination_id)
);
create unique index alert_subscriptions_own_mail on alert_subscriptions (alert_id, user_id) where destination_id is null;
create index alert_subscriptions_destination on alert_subscriptions (destination_id);

-- What each look at a result found; the newest 500 of an alert are kept.
create table alert_evaluations (
  id serial primary key,
  alert_id integer not null references alerts on delete cascade,
  at timestamptz not null default now(),
  -- kept after the result has gone
  query_result_id integer,
  is_manual boolean not null default false,
  state_before varchar(20) not null,
  state varchar(20) not null,
  -- the value as the database printed it, and what it was compared with
  value text,
  criteria jsonb not null,
  -- why the state is what it is, and why somebody was told or nobody
  why varchar(40) not null,
  notice varchar(40) not null,
  notified boolean not null
);
create index alert_evaluations_alert on alert_evaluations (alert_id, id desc);

-- One message to one place. No destination: the person's own mail. No alert: a test of a destination.
create table alert_deliveries (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  alert_id integer references alerts on delete cascade,
  evaluation_id integer references alert_evaluations on delete set null,
  destination_id integer references destinations on delete cascade,
  user_id integer references users on delete cascade,
  -- emptied when the delivery has ended: rows of a result are not kept longer than they are needed
  message jsonb,
  state varchar(20) not null default 'queued' check (state in ('queued', 'sent', 'failed', 'given_up')),
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  -- of several messages (one for each room), those that have got through
  done_parts text[] not null default '{}',
  -- the worker that makes an attempt at this moment, and until when nobody else may
  claimed_by uuid,
  claimed_until timestamptz,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index alert_deliveries_alert on alert_deliveries (alert_id, id desc);
create index alert_deliveries_evaluation on alert_deliveries (evaluation_id);
create index alert_deliveries_destination on alert_deliveries (destination_id, id desc);
create index alert_deliveries_org on alert_deliveries (org_id, id desc);
create index alert_deliveries_due on alert_deliveries (next_attempt_at) where state = 'queued';

create table alert_delivery_attempts (
  id serial primary key,
  delivery_id integer not null references alert_deliveries on delete cascade,
  at timestamptz not null default now(),
  ok boolean not null,
  -- of an HTTP answer
  status integer,
  detail text
);
create index alert_delivery_attempts_delivery on alert_delivery_attempts (delivery_id, id);
