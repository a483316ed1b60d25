-- Names of queries are found with typing errors. The extension comes with PostgreSQL and may be created by the owner of a
-- database; where it cannot be, the search stays as exact as it was.
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;
