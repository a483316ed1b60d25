-- Who stored each static value of a widget, as {"name of the parameter": id of the user}: a shared dashboard runs text only for
-- people who may run any text. A name that is missing, or whose user is gone, counts for nobody.
alter table widgets add column static_values_by jsonb not null default '{}';

-- Values stored before this column count for the owner of the dashboard, as they did until now.
do $$
declare
  stored record;
begin
  for stored in
    select w.id, w.options, d.user_id from widgets w join dashboards d on d.id = w.dashboard_id
    where w.options like '%static-value%'
  loop
    begin
      update widgets set static_values_by = (
        select coalesce(jsonb_object_agg(mapping.key, stored.user_id), '{}')
        from jsonb_each(stored.options::jsonb -> 'parameterMappings') as mapping
        where mapping.value ->> 'type' = 'static-value'
      ) where id = stored.id;
    exception when others then
      -- options that PostgreSQL cannot read as such a document contain no value that a run could use
      null;
    end;
  end loop;
end $$;
