-- A message that waits for a channel that is down gives way to a newer one of the same alert.
alter table alert_deliveries drop constraint alert_deliveries_state_check;
alter table alert_deliveries add constraint alert_deliveries_state_check
  check (state in ('queued', 'sent', 'superseded', 'failed', 'given_up'));
