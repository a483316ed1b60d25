-- A delivery that has failed can be sent again: its message is kept for a while, and the pauses between attempts begin anew.
alter table alert_deliveries add column attempts_before integer not null default 0;
