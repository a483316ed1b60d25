-- Two people may change the same widget: a save that names the version it began with is refused once there is a newer one.
alter table widgets add column version integer not null default 1;
