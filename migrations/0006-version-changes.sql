-- What each save changed, found out when it is kept: lists of versions then read no snapshots.
alter table query_versions add column changed text[] not null default '{}';
