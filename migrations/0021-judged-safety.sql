-- Whether a query may be run by people with view access, as it was judged last: lists show it without judging long texts again.
-- `safety_rule` names the rule and the type of data source that it was judged by; a run is always judged anew.
alter table queries add column is_safe boolean, add column safety_rule text;

create function forget_safety() returns trigger language plpgsql as $$
begin
  new.is_safe := null;
  new.safety_rule := null;
  return new;
end $$;

create trigger queries_forget_safety before update of query_text, options, data_source_id on queries for each row
  when ((old.query_text, old.options, old.data_source_id) is distinct from (new.query_text, new.options, new.data_source_id))
  execute function forget_safety();
