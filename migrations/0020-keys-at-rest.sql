-- API keys and tokens of public links: a hash to find them by, and the sealed key to show them. Whoever reads the
-- database or a backup learns none of them.
-- Only code knows the secret key: src/server/db/seal-keys.ts has filled the temporary table `sealed_keys` just before, in this
-- transaction. A row that it has missed violates "not null", and nothing is changed.

alter table queries disable trigger user;

alter table users add column api_key_hash bytea, add column encrypted_api_key bytea, alter column api_key drop not null;
alter table queries add column api_key_hash bytea, add column encrypted_api_key bytea, alter column api_key drop not null;
alter table dashboard_tokens add column token_hash bytea, add column encrypted_token bytea, alter column token drop not null;

update users set api_key_hash = sha256(convert_to(api_key, 'UTF8')), encrypted_api_key = s.sealed, api_key = null
  from sealed_keys s where s.kind = 'user' and s.id = users.id;
update queries set api_key_hash = sha256(convert_to(api_key, 'UTF8')), encrypted_api_key = s.sealed, api_key = null
  from sealed_keys s where s.kind = 'query' and s.id = queries.id;
update dashboard_tokens set token_hash = sha256(convert_to(token, 'UTF8')), encrypted_token = s.sealed, token = null
  from sealed_keys s where s.kind = 'dashboard' and s.id = dashboard_tokens.dashboard_id;

-- The type stays the same. The statement only makes PostgreSQL rewrite the tables, so that the old files, which still
-- hold the keys in the clear, are deleted.
alter table users drop column api_key,
  alter column api_key_hash type bytea using api_key_hash || ''::bytea, alter column api_key_hash set not null,
  alter column encrypted_api_key set not null, add constraint users_api_key_hash_key unique (api_key_hash);
alter table queries drop column api_key,
  alter column api_key_hash type bytea using api_key_hash || ''::bytea, alter column api_key_hash set not null,
  alter column encrypted_api_key set not null, add constraint queries_api_key_hash_key unique (api_key_hash);
alter table dashboard_tokens drop column token,
  alter column token_hash type bytea using token_hash || ''::bytea, alter column token_hash set not null,
  alter column encrypted_token set not null, add constraint dashboard_tokens_token_hash_key unique (token_hash);

alter table queries enable trigger user;

drop table sealed_keys;
