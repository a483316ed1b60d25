-- Links that were shown instead of mailed: the holder of one need not own the address, so they end when their user becomes
-- an administrator. Open links of before may have been shown.
alter table link_tokens add column is_handed_over boolean not null default false;
update link_tokens set is_handed_over = true where purpose in ('invitation', 'password_reset') and used_at is null;

-- Tokens of sessions that were replaced by new ones while the login goes on: logging out with one ends the login.
create table replaced_tokens (
  token_hash bytea primary key,
  login_id uuid not null,
  user_id integer not null references users on delete cascade
);
create index replaced_tokens_login on replaced_tokens (login_id);
create index replaced_tokens_user on replaced_tokens (user_id);
