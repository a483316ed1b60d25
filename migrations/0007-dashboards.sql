-- Dashboards: lists that need not look at what each widget shows.

-- The data source of a widget's query, null for text boxes and detached queries. No reference to data_sources: it is
-- that of the query, and follows it.
alter table widgets add column data_source_id integer;

-- The query stays where it is until the widget is stored: otherwise a widget of a query that is being moved would keep
-- the source of before.
create function find_source_of_widget() returns trigger language plpgsql as $$
begin
  new.data_source_id := null;
  if new.visualization_id is not null then
    select q.data_source_id into new.data_source_id
      from visualizations v join queries q on q.id = v.query_id
      where v.id = new.visualization_id for share of q;
  end if;
  return new;
end $$;
create trigger widgets_find_source before insert or update of visualization_id on widgets
  for each row execute function find_source_of_widget();

create function move_widgets_of_query() returns trigger language plpgsql as $$
begin
  update widgets set data_source_id = new.data_source_id
    from visualizations v where v.query_id = new.id and widgets.visualization_id = v.id;
  return null;
end $$;
create trigger queries_move_widgets after update of data_source_id on queries
  for each row when (old.data_source_id is distinct from new.data_source_id)
  execute function move_widgets_of_query();

update widgets set data_source_id = q.data_source_id
  from visualizations v join queries q on q.id = v.query_id where v.id = widgets.visualization_id;

drop index widgets_dashboard;
create index widgets_dashboard on widgets (dashboard_id, data_source_id);

-- What lists show, order and search by, and the data sources of all widgets: people see the dashboards with a widget on a
-- source of their groups. A table of its own: whoever changes a query or deletes a visualization changes the sources of
-- dashboards that others are saving at this moment, and must not wait for them while they wait for the query.
create table dashboard_search (
  id integer primary key references dashboards on delete cascade,
  org_id integer not null,
  user_id integer not null,
  is_archived boolean not null,
  is_draft boolean not null,
  created_at timestamptz not null,
  -- lower case: parts of names are searched for
  folded_name text not null,
  tags text[] not null,
  data_source_ids integer[] not null
);

create function follow_dashboard() returns trigger language plpgsql as $$
begin
  insert into dashboard_search as known
    values (new.id, new.org_id, new.user_id, new.is_archived, new.is_draft, new.created_at, lower(new.name), new.tags, '{}')
    on conflict (id) do update set
      user_id = excluded.user_id, is_archived = excluded.is_archived, is_draft = excluded.is_draft,
      folded_name = excluded.folded_name, tags = excluded.tags;
  return null;
end $$;
create trigger dashboards_follow after insert or update of name, tags, user_id, is_draft, is_archived on dashboards
  for each row execute function follow_dashboard();

-- Locks first and counts then, so that two who change widgets of one dashboard see what the other has done; in the order
-- of the ids, so that they never wait for each other.
create function find_sources_of_dashboards(ids integer[]) returns void language plpgsql as $$
begin
  if ids is null then
    return;
  end if;
  perform from dashboard_search where id = any(ids) order by id for update;
  update dashboard_search d set data_source_ids = found.sources
    from (
      select changed.id, array(select distinct w.data_source_id from widgets w
        where w.dashboard_id = changed.id and w.data_source_id is not null order by 1) as sources
      from unnest(ids) as changed (id)
    ) found
    where d.id = found.id and d.data_source_ids <> found.sources;
end $$;

create function follow_new_widgets() returns trigger language plpgsql as $$
begin
  perform find_sources_of_dashboards((select array_agg(distinct dashboard_id) from come where data_source_id is not null));
  return null;
end $$;
create function follow_moved_widgets() returns trigger language plpgsql as $$
begin
  perform find_sources_of_dashboards((
    select array_agg(distinct come.dashboard_id) from come join gone using (id)
      where come.data_source_id is distinct from gone.data_source_id));
  return null;
end $$;
create function follow_deleted_widgets() returns trigger language plpgsql as $$
begin
  perform find_sources_of_dashboards((select array_agg(distinct dashboard_id) from gone where data_source_id is not null));
  return null;
end $$;
create trigger widgets_follow_new after insert on widgets
  referencing new table as come for each statement execute function follow_new_widgets();
create trigger widgets_follow_moved after update on widgets
  referencing old table as gone new table as come for each statement execute function follow_moved_widgets();
create trigger widgets_follow_deleted after delete on widgets
  referencing old table as gone for each statement execute function follow_deleted_widgets();

insert into dashboard_search
  select d.id, org_id, user_id, is_archived, is_draft, d.created_at, lower(name), tags,
    array(select distinct w.data_source_id from widgets w
      where w.dashboard_id = d.id and w.data_source_id is not null order by 1)
  from dashboards d;

create index dashboard_search_created_at on dashboard_search (org_id, is_archived, created_at, id);
create index dashboard_search_name on dashboard_search (org_id, is_archived, folded_name, id);
create index dashboards_of_owner on dashboards (user_id, is_archived, updated_at);

-- The token in the public address of a shared dashboard; sharing again replaces it, un-sharing deletes it.
create table dashboard_tokens (
  dashboard_id integer primary key references dashboards on delete cascade,
  org_id integer not null references organizations on delete cascade,
  token varchar(128) not null unique,
  user_id integer references users on delete set null,
  created_at timestamptz not null default now()
);

-- What a dashboard was after each change, and what a refused save would have made of it: nothing typed is ever lost.
create table dashboard_versions (
  id serial primary key,
  dashboard_id integer not null references dashboards on delete cascade,
  -- the dashboard's version after this change, which widgets do not move on; of a refused one, the version it was based on
  version integer not null,
  kind varchar(20) not null check (kind in ('created', 'saved', 'widgets', 'restored', 'refused')),
  user_id integer references users on delete set null,
  -- JSON text: {name, tags, is_draft, is_archived, dashboard_filters_enabled, options, widgets}
  snapshot text not null,
  changed text[] not null default '{}',
  -- of several changes of widgets that are one version: when the first of them was made
  created_at timestamptz not null default now()
);
create index dashboard_versions_dashboard on dashboard_versions (dashboard_id, id desc);

-- Dashboards from before this table: what they are now is where their history starts.
insert into dashboard_versions (dashboard_id, version, kind, user_id, snapshot, created_at)
select d.id, d.version, 'saved', d.user_id,
  json_build_object(
    'name', d.name, 'tags', array_to_json(d.tags), 'is_draft', d.is_draft, 'is_archived', d.is_archived,
    'dashboard_filters_enabled', d.dashboard_filters_enabled, 'options', d.options::json,
    'widgets', coalesce((
      select json_agg(json_build_object(
        'id', w.id, 'visualization_id', w.visualization_id, 'visualization_name', v.name,
        'query_id', v.query_id, 'query_name', q.name, 'text', w.text, 'options', w.options::json
      ) order by w.id)
      from widgets w left join visualizations v on v.id = w.visualization_id left join queries q on q.id = v.query_id
      where w.dashboard_id = d.id), '[]'::json)
  )::text,
  d.updated_at
from dashboards d;
