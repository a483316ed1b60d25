-- Ids that stay the same between instances, for content that is kept in files; and what such files last wrote.
alter table queries add column uuid uuid not null default gen_random_uuid();
alter table visualizations add column uuid uuid not null default gen_random_uuid();
alter table dashboards add column uuid uuid not null default gen_random_uuid();
alter table widgets add column uuid uuid not null default gen_random_uuid();
alter table alerts add column uuid uuid not null default gen_random_uuid();
alter table query_snippets add column uuid uuid not null default gen_random_uuid();

create unique index queries_uuid on queries (org_id, uuid);
create unique index visualizations_uuid on visualizations (query_id, uuid);
create unique index dashboards_uuid on dashboards (org_id, uuid);
create unique index widgets_uuid on widgets (dashboard_id, uuid);
create index alerts_uuid on alerts (uuid);
create unique index query_snippets_uuid on query_snippets (org_id, uuid);
create index visualizations_by_uuid on visualizations (uuid);

create table content_pushes (
  org_id integer not null references organizations (id) on delete cascade,
  kind varchar(20) not null,
  -- the uuid of the object, or the name of a group
  key text not null,
  hash text not null,
  pushed_at timestamptz not null default now(),
  primary key (org_id, kind, key)
);
