-- A second factor beside the password or any other sign-in: codes of an app (RFC 6238), and recovery codes.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  encrypted_secret bytea not null,
  begun_at timestamptz not null,
  -- null: a code of the app has not been entered yet, so none is asked for
  confirmed_at timestamptz,
  -- the time step of the code that was used last: neither it nor an older one is good any more
  last_step bigint
);
-- Each is good once.
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- People who have proved who they are, and have to enter a code before their session begins.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  remember boolean not null,
  next text not null,
  -- which sign-in it was; null: the password
  provider text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);
