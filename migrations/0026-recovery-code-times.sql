-- When a recovery code was made: who takes an address back removes the codes made since it was changed. Codes of before
-- count as made now.
alter table recovery_codes add column created_at timestamptz not null default now();
