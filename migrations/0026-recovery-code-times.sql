-- When a recovery code was made. Taking an address back removes the codes that were made since the address changed.
-- Existing codes get the time of this migration.
alter table recovery_codes add column created_at timestamptz not null default now();
