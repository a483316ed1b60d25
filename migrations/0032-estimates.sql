-- What a text would read is asked of its data source before a run.
alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('query', 'schema', 'connection_test', 'file', 'level', 'estimate'));
