-- How far the data source is with a run, as far as it says: {"fraction", "rows", "bytes"}.
alter table jobs add column progress jsonb;
