-- Lists of queries that stay fast with 100,000 of them: search documents, order by facts of the newest result,
-- counts that need no counting.

-- Facts of the newest result, kept beside the query so that a list can be ordered by them along an index.
-- Results never change once stored, so the copy is taken whenever the link changes.
alter table queries
  add column latest_runtime double precision,
  add column latest_retrieved_at timestamptz,
  -- stored schedules may hold anything: only what looks like a number is ordered by
  add column schedule_interval bigint generated always as (
    case when schedule->>'interval' ~ '^[0-9]{1,12}$' then (schedule->>'interval')::bigint end
  ) stored;

create function copy_latest_result() returns trigger language plpgsql as $$
begin
  new.latest_runtime := null;
  new.latest_retrieved_at := null;
  if new.latest_result_id is not null then
    select runtime, retrieved_at into new.latest_runtime, new.latest_retrieved_at
      from query_results where id = new.latest_result_id;
  end if;
  return new;
end $$;
create trigger queries_copy_latest_result before insert or update of latest_result_id on queries
  for each row execute function copy_latest_result();

update queries set latest_result_id = latest_result_id where latest_result_id is not null;

-- Every order of a list has an index that can be walked; the data source stands in it, so that rows of sources the
-- caller cannot see are passed over without reading the table.
drop index queries_org;
drop index queries_user;
create index queries_by_created_at on queries (org_id, is_archived, created_at, id)
  include (data_source_id, user_id, is_draft);
create index queries_by_name on queries (org_id, is_archived, lower(name), id) include (name, data_source_id, user_id, is_draft);
create index queries_by_interval on queries (org_id, is_archived, schedule_interval, id)
  include (data_source_id, user_id, is_draft);
create index queries_by_interval_down on queries (org_id, is_archived, schedule_interval desc nulls last, id desc)
  include (data_source_id, user_id, is_draft);
create index queries_by_runtime on queries (org_id, is_archived, latest_runtime, id)
  include (data_source_id, user_id, is_draft);
create index queries_by_runtime_down on queries (org_id, is_archived, latest_runtime desc nulls last, id desc)
  include (data_source_id, user_id, is_draft);
create index queries_by_retrieved_at on queries (org_id, is_archived, latest_retrieved_at, id)
  include (data_source_id, user_id, is_draft);
create index queries_by_retrieved_at_down on queries (org_id, is_archived, latest_retrieved_at desc nulls last, id desc)
  include (data_source_id, user_id, is_draft);
create index queries_by_owner on queries (user_id, is_archived, created_at, id) include (org_id, data_source_id, is_draft);
create index queries_of_owner_by_updated_at on queries (user_id, is_archived, updated_at) include (data_source_id);
create index favorites_starred on favorites (user_id, object_type, created_at);

-- Beside the queries and not in them: the newest result of a query changes with every run, and each change would
-- write the query's words into the index again.
create table query_search (
  id integer primary key references queries on delete cascade,
  org_id integer not null,
  data_source_id integer,
  user_id integer not null,
  is_archived boolean not null,
  is_draft boolean not null,
  created_at timestamptz not null,
  schedule_interval bigint,
  tags text[] not null,
  -- lower case: in the multi-byte mode parts of words are searched for
  folded_name text not null,
  folded_description text not null,
  name_words tsvector not null,
  document tsvector not null
);

-- Texts in lower case for the multi-byte mode: folding 100,000 of them with each search takes half a second. Apart from
-- query_search, whose rows are read whole for searches in names.
create table query_texts (
  id integer primary key references queries on delete cascade,
  folded_text text not null
);

create function fold_text(query_text text) returns text language sql immutable parallel safe as $$
  select lower(left(query_text, 100000))
$$;

-- Words are what stands between punctuation: without this, `public.orders` would be one word (a host name) to the
-- parser, and `orders` would not find it. src/shared/queries/search-term.ts cuts terms in the same way.
create function search_words(words text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(words,
    E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~«»·–—‘’“”„…、。《》「」（），：；！？　',
    repeat(' ', 100)))
$$;

-- Beyond 100,000 characters a text is not searched: PostgreSQL limits a document to 1 MB.
create function search_document(id integer, name text, description text, query_text text) returns tsvector
  language sql immutable parallel safe as $$
  select setweight(search_words(name), 'A') || setweight(search_words(id::text), 'B')
    || setweight(search_words(coalesce(description, '')), 'C')
    || setweight(search_words(left(query_text, 100000)), 'D')
$$;

-- How many unarchived queries each data source has, in all (tag '') and with each tag: lists and tags ask for these
-- numbers with every page, and counting 100,000 rows each time is what would make them slow.
-- No reference to data_sources: the rows of a deleted one go when its queries leave it.
create table query_counts (
  data_source_id integer not null,
  tag text not null,
  count integer not null,
  primary key (data_source_id, tag)
);

-- Adds amounts to counts, in the order of the keys so that two statements never wait for each other.
create function change_query_counts(sources integer[], tags text[], amounts bigint[]) returns void
  language plpgsql as $$
begin
  if sources is null then
    return;
  end if;
  insert into query_counts as known (data_source_id, tag, count)
    select source, tag, amount from unnest(sources, tags, amounts) as change (source, tag, amount)
    order by source, tag
    on conflict (data_source_id, tag) do update set count = known.count + excluded.count;
  delete from query_counts where data_source_id = any(sources) and tag = any(tags) and count <= 0;
end $$;

-- What a query adds to the counts: one for its data source, one for each of its tags.
create function counted_tags(tags text[]) returns setof text language sql immutable as $$
  select '' union select tag from unnest(tags) as tag
$$;

create function follow_new_queries() returns trigger language plpgsql as $$
begin
  insert into query_search
    select id, org_id, data_source_id, user_id, is_archived, is_draft, created_at, schedule_interval, tags, lower(name),
      lower(coalesce(description, '')), search_words(name), search_document(id, name, description, query_text)
    from come;
  insert into query_texts select id, fold_text(query_text) from come;
  perform change_query_counts(array_agg(data_source_id), array_agg(tag), array_agg(amount)) from (
    select data_source_id, tag, count(*) as amount
    from come cross join lateral counted_tags(tags) as tag
    where not is_archived and data_source_id is not null
    group by data_source_id, tag
  ) changes;
  return null;
end $$;

create function follow_changed_queries() returns trigger language plpgsql as $$
begin
  update query_search set
    data_source_id = come.data_source_id, user_id = come.user_id, is_archived = come.is_archived,
    is_draft = come.is_draft, tags = come.tags, schedule_interval = come.schedule_interval
  from come join gone using (id)
  where query_search.id = come.id
    and (come.data_source_id, come.user_id, come.is_archived, come.is_draft, come.tags, come.schedule_interval)
      is distinct from (gone.data_source_id, gone.user_id, gone.is_archived, gone.is_draft, gone.tags, gone.schedule_interval);
  update query_search set
    folded_name = lower(come.name), folded_description = lower(coalesce(come.description, '')),
    name_words = search_words(come.name),
    document = search_document(come.id, come.name, come.description, come.query_text)
  from come join gone using (id)
  where query_search.id = come.id
    and (come.name, come.description, come.query_text) is distinct from (gone.name, gone.description, gone.query_text);
  update query_texts set folded_text = fold_text(come.query_text)
  from come join gone using (id)
  where query_texts.id = come.id and come.query_text is distinct from gone.query_text;
  perform change_query_counts(array_agg(data_source_id), array_agg(tag), array_agg(amount)) from (
    select data_source_id, tag, sum(amount)::bigint as amount
    from (
      select come.*, 1 as amount from come union all select gone.*, -1 from gone
    ) both_sides cross join lateral counted_tags(tags) as tag
    where not is_archived and data_source_id is not null
    group by data_source_id, tag
    having sum(amount) <> 0
  ) changes;
  return null;
end $$;

create function follow_deleted_queries() returns trigger language plpgsql as $$
begin
  perform change_query_counts(array_agg(data_source_id), array_agg(tag), array_agg(amount)) from (
    select data_source_id, tag, -count(*) as amount
    from gone cross join lateral counted_tags(tags) as tag
    where not is_archived and data_source_id is not null
    group by data_source_id, tag
  ) changes;
  return null;
end $$;

create trigger queries_follow_new after insert on queries
  referencing new table as come for each statement execute function follow_new_queries();
create trigger queries_follow_changed after update on queries
  referencing old table as gone new table as come for each statement execute function follow_changed_queries();
create trigger queries_follow_deleted after delete on queries
  referencing old table as gone for each statement execute function follow_deleted_queries();

-- The queries from before. Indexes come after them: that is quicker.
insert into query_search
  select id, org_id, data_source_id, user_id, is_archived, is_draft, created_at, schedule_interval, tags, lower(name),
    lower(coalesce(description, '')), search_words(name), search_document(id, name, description, query_text)
  from queries;
insert into query_texts select id, fold_text(query_text) from queries;
insert into query_counts
  select data_source_id, tag, count(*)
  from queries cross join lateral counted_tags(tags) as tag
  where not is_archived and data_source_id is not null
  group by data_source_id, tag;

create index query_search_document on query_search using gin (document) with (fastupdate = off);
create index query_search_tags on query_search using gin (tags) with (fastupdate = off);
