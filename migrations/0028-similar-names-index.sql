-- Finds similar names among 100,000 without comparing each. Only with the extension of 0025-similar-names.sql; a database
-- that gets it later can be given this index by hand, and is only slower without.
do $$ begin
  create index query_search_similar on query_search using gin (folded_name gin_trgm_ops) with (fastupdate = off);
exception when undefined_object then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;
