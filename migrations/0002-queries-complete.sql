-- Versions of queries, snippets, and what stands on a query: widgets of dashboards and alerts.

-- What a query was after each save, and what a refused save would have made of it: nothing typed is ever lost.
create table query_versions (
  id serial primary key,
  query_id integer not null references queries on delete cascade,
  -- the query's version after this save; of a refused one, the version it was based on
  version integer not null,
  kind varchar(20) not null check (kind in ('created', 'saved', 'visualization', 'restored', 'refused')),
  user_id integer references users on delete set null,
  -- JSON text: {name, description, query, data_source_id, options, schedule, tags, is_draft, is_archived, visualizations}
  snapshot text not null,
  created_at timestamptz not null default now()
);
create index query_versions_query on query_versions (query_id, id desc);

-- Queries from before this table: what they are now is where their history starts.
insert into query_versions (query_id, version, kind, user_id, snapshot, created_at)
select q.id, q.version, 'saved', coalesce(q.last_modified_by_id, q.user_id),
  json_build_object(
    'name', q.name, 'description', q.description, 'query', q.query_text, 'data_source_id', q.data_source_id,
    'options', q.options::json, 'schedule', q.schedule::json, 'tags', array_to_json(q.tags),
    'is_draft', q.is_draft, 'is_archived', q.is_archived,
    'visualizations', coalesce((
      select json_agg(json_build_object(
        'id', v.id, 'type', v.type, 'name', v.name, 'description', v.description, 'options', v.options::json
      ) order by v.id) from visualizations v where v.query_id = q.id), '[]'::json)
  )::text,
  q.updated_at
from queries q;

create table query_snippets (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  trigger varchar(255) not null,
  description text not null default '',
  user_id integer not null references users,
  snippet text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, trigger)
);

create table dashboards (
  id serial primary key,
  org_id integer not null references organizations on delete cascade,
  version integer not null default 1,
  slug varchar(140) not null,
  name varchar(100) not null,
  user_id integer not null references users,
  layout text not null default '[]',
  dashboard_filters_enabled boolean not null default false,
  is_archived boolean not null default false,
  is_draft boolean not null default true,
  tags text[] not null default '{}',
  options text not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, slug)
);

create table widgets (
  id serial primary key,
  dashboard_id integer not null references dashboards on delete cascade,
  visualization_id integer references visualizations on delete cascade,
  text text,
  width integer not null,
  options text not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index widgets_dashboard on widgets (dashboard_id);
create index widgets_visualization on widgets (visualization_id);

create table alerts (
  id serial primary key,
  name varchar(255) not null,
  query_id integer not null references queries on delete cascade,
  user_id integer not null references users,
  options text not null default '{}',
  state varchar(255) not null default 'unknown',
  last_triggered_at timestamptz,
  rearm integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index alerts_query on alerts (query_id);
