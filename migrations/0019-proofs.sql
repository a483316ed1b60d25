-- Proofs of who somebody is, and addresses that nothing has proved yet.

-- When the password or a code was last entered in this session, apart from the log-in itself.
alter table sessions add column proved_at timestamptz;

-- The address was changed and is not verified yet. Password links are not sent to it.
alter table users add column is_address_new boolean not null default false;
-- The last proved address meanwhile, if there was one: links that open the account go there.
alter table users add column proved_email varchar(255);
create index users_proved_email on users (proved_email) where proved_email is not null;

-- `restore_email`: takes an address back that somebody has changed.
alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check
  check (purpose in ('verify_email', 'invitation', 'password_reset', 'restore_email'));
