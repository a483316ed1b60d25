-- The schema after all migrations. Generated: node bin/sextant.mjs schema-dump > migrations/schema.sql

create sequence query_results_id_seq as integer start 1 increment 1;

create table access_grants (
  id integer not null default nextval('access_grants_id_seq'::regclass),
  object_type character varying(20) not null,
  object_id integer not null,
  access_type character varying(20) not null,
  grantor_id integer not null,
  grantee_id integer not null,
  created_at timestamp with time zone not null default now(),
  constraint access_grants_pkey PRIMARY KEY (id),
  constraint access_grants_object_type_object_id_access_type_grantee_id_key UNIQUE (object_type, object_id, access_type, grantee_id),
  constraint access_grants_access_type_check CHECK (((access_type)::text = ANY ((ARRAY['view'::character varying, 'modify'::character varying, 'delete'::character varying])::text[]))),
  constraint access_grants_object_type_check CHECK (((object_type)::text = ANY ((ARRAY['query'::character varying, 'dashboard'::character varying])::text[]))),
  constraint access_grants_grantee_id_fkey FOREIGN KEY (grantee_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint access_grants_grantor_id_fkey FOREIGN KEY (grantor_id) REFERENCES users(id) ON DELETE CASCADE
);

create table alert_deliveries (
  id integer not null default nextval('alert_deliveries_id_seq'::regclass),
  org_id integer not null,
  alert_id integer,
  evaluation_id integer,
  destination_id integer,
  user_id integer,
  message jsonb,
  state character varying(20) not null default 'queued'::character varying,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone default now(),
  done_parts text[] not null default '{}'::text[],
  claimed_by uuid,
  claimed_until timestamp with time zone,
  last_error text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  attempts_before integer not null default 0,
  constraint alert_deliveries_pkey PRIMARY KEY (id),
  constraint alert_deliveries_state_check CHECK (((state)::text = ANY ((ARRAY['queued'::character varying, 'sent'::character varying, 'superseded'::character varying, 'failed'::character varying, 'given_up'::character varying])::text[]))),
  constraint alert_deliveries_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  constraint alert_deliveries_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES destinations(id) ON DELETE CASCADE,
  constraint alert_deliveries_evaluation_id_fkey FOREIGN KEY (evaluation_id) REFERENCES alert_evaluations(id) ON DELETE SET NULL,
  constraint alert_deliveries_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint alert_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX alert_deliveries_alert ON public.alert_deliveries USING btree (alert_id, id DESC);
CREATE INDEX alert_deliveries_destination ON public.alert_deliveries USING btree (destination_id, id DESC);
CREATE INDEX alert_deliveries_due ON public.alert_deliveries USING btree (next_attempt_at) WHERE ((state)::text = 'queued'::text);
CREATE INDEX alert_deliveries_evaluation ON public.alert_deliveries USING btree (evaluation_id);
CREATE INDEX alert_deliveries_org ON public.alert_deliveries USING btree (org_id, id DESC);

create table alert_delivery_attempts (
  id integer not null default nextval('alert_delivery_attempts_id_seq'::regclass),
  delivery_id integer not null,
  at timestamp with time zone not null default now(),
  ok boolean not null,
  status integer,
  detail text,
  constraint alert_delivery_attempts_pkey PRIMARY KEY (id),
  constraint alert_delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES alert_deliveries(id) ON DELETE CASCADE
);
CREATE INDEX alert_delivery_attempts_delivery ON public.alert_delivery_attempts USING btree (delivery_id, id);

create table alert_evaluations (
  id integer not null default nextval('alert_evaluations_id_seq'::regclass),
  alert_id integer not null,
  at timestamp with time zone not null default now(),
  query_result_id integer,
  is_manual boolean not null default false,
  state_before character varying(20) not null,
  state character varying(20) not null,
  value text,
  criteria jsonb not null,
  why character varying(40) not null,
  notice character varying(40) not null,
  notified boolean not null,
  constraint alert_evaluations_pkey PRIMARY KEY (id),
  constraint alert_evaluations_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE
);
CREATE INDEX alert_evaluations_alert ON public.alert_evaluations USING btree (alert_id, id DESC);

create table alert_subscriptions (
  id integer not null default nextval('alert_subscriptions_id_seq'::regclass),
  alert_id integer not null,
  user_id integer not null,
  destination_id integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint alert_subscriptions_pkey PRIMARY KEY (id),
  constraint alert_subscriptions_alert_id_destination_id_key UNIQUE (alert_id, destination_id),
  constraint alert_subscriptions_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  constraint alert_subscriptions_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES destinations(id),
  constraint alert_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX alert_subscriptions_destination ON public.alert_subscriptions USING btree (destination_id);
CREATE UNIQUE INDEX alert_subscriptions_own_mail ON public.alert_subscriptions USING btree (alert_id, user_id) WHERE (destination_id IS NULL);

create table alerts (
  id integer not null default nextval('alerts_id_seq'::regclass),
  name character varying(255) not null,
  query_id integer not null,
  user_id integer not null,
  options text not null default '{}'::text,
  state character varying(255) not null default 'unknown'::character varying,
  last_triggered_at timestamp with time zone,
  rearm integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  uuid uuid not null default gen_random_uuid(),
  from_git jsonb,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_query_id_fkey FOREIGN KEY (query_id) REFERENCES queries(id) ON DELETE CASCADE,
  constraint alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX alerts_query ON public.alerts USING btree (query_id);
CREATE INDEX alerts_uuid ON public.alerts USING btree (uuid);

create table api_keys (
  id integer not null generated by default as identity,
  user_id integer not null,
  created_by integer,
  name character varying(255) not null,
  key_hash bytea not null,
  ending character varying(8) not null,
  scopes text[] not null,
  data_source_ids integer[],
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id);

create table content_pushes (
  org_id integer not null,
  kind character varying(20) not null,
  key text not null,
  hash text not null,
  pushed_at timestamp with time zone not null default now(),
  constraint content_pushes_pkey PRIMARY KEY (org_id, kind, key),
  constraint content_pushes_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table dashboard_search (
  id integer not null,
  org_id integer not null,
  user_id integer not null,
  is_archived boolean not null,
  is_draft boolean not null,
  created_at timestamp with time zone not null,
  folded_name text not null,
  tags text[] not null,
  data_source_ids integer[] not null,
  constraint dashboard_search_pkey PRIMARY KEY (id),
  constraint dashboard_search_id_fkey FOREIGN KEY (id) REFERENCES dashboards(id) ON DELETE CASCADE
);
CREATE INDEX dashboard_search_created_at ON public.dashboard_search USING btree (org_id, is_archived, created_at, id);
CREATE INDEX dashboard_search_name ON public.dashboard_search USING btree (org_id, is_archived, folded_name, id);

create table dashboard_tokens (
  dashboard_id integer not null,
  org_id integer not null,
  user_id integer,
  created_at timestamp with time zone not null default now(),
  token_hash bytea not null,
  encrypted_token bytea not null,
  constraint dashboard_tokens_pkey PRIMARY KEY (dashboard_id),
  constraint dashboard_tokens_token_hash_key UNIQUE (token_hash),
  constraint dashboard_tokens_dashboard_id_fkey FOREIGN KEY (dashboard_id) REFERENCES dashboards(id) ON DELETE CASCADE,
  constraint dashboard_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint dashboard_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table dashboard_versions (
  id integer not null default nextval('dashboard_versions_id_seq'::regclass),
  dashboard_id integer not null,
  version integer not null,
  kind character varying(20) not null,
  user_id integer,
  snapshot text not null,
  changed text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  constraint dashboard_versions_pkey PRIMARY KEY (id),
  constraint dashboard_versions_kind_check CHECK (((kind)::text = ANY ((ARRAY['created'::character varying, 'saved'::character varying, 'widgets'::character varying, 'restored'::character varying, 'refused'::character varying])::text[]))),
  constraint dashboard_versions_dashboard_id_fkey FOREIGN KEY (dashboard_id) REFERENCES dashboards(id) ON DELETE CASCADE,
  constraint dashboard_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX dashboard_versions_dashboard ON public.dashboard_versions USING btree (dashboard_id, id DESC);

create table dashboards (
  id integer not null default nextval('dashboards_id_seq'::regclass),
  org_id integer not null,
  version integer not null default 1,
  slug character varying(140) not null,
  name character varying(100) not null,
  user_id integer not null,
  layout text not null default '[]'::text,
  dashboard_filters_enabled boolean not null default false,
  is_archived boolean not null default false,
  is_draft boolean not null default true,
  tags text[] not null default '{}'::text[],
  options text not null default '{}'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  uuid uuid not null default gen_random_uuid(),
  from_git jsonb,
  constraint dashboards_pkey PRIMARY KEY (id),
  constraint dashboards_org_id_slug_key UNIQUE (org_id, slug),
  constraint dashboards_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint dashboards_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX dashboards_of_owner ON public.dashboards USING btree (user_id, is_archived, updated_at);
CREATE UNIQUE INDEX dashboards_uuid ON public.dashboards USING btree (org_id, uuid);
CREATE TRIGGER dashboards_follow AFTER INSERT OR UPDATE OF name, tags, user_id, is_draft, is_archived ON public.dashboards FOR EACH ROW EXECUTE FUNCTION follow_dashboard();

create table data_source_groups (
  data_source_id integer not null,
  group_id integer not null,
  view_only boolean not null default false,
  constraint data_source_groups_pkey PRIMARY KEY (data_source_id, group_id),
  constraint data_source_groups_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE CASCADE,
  constraint data_source_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE
);
CREATE INDEX data_source_groups_group ON public.data_source_groups USING btree (group_id);

create table data_source_schemas (
  data_source_id integer not null,
  frame bytea not null storage external,
  table_count integer not null,
  column_count integer not null,
  refreshed_at timestamp with time zone not null default now(),
  constraint data_source_schemas_pkey PRIMARY KEY (data_source_id),
  constraint data_source_schemas_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE CASCADE
);

create table data_sources (
  id integer not null default nextval('data_sources_id_seq'::regclass),
  org_id integer not null,
  name character varying(255) not null,
  type character varying(255) not null,
  encrypted_options bytea not null,
  queue_name character varying(255) not null default 'queries'::character varying,
  scheduled_queue_name character varying(255) not null default 'scheduled_queries'::character varying,
  is_paused boolean not null default false,
  pause_reason text,
  max_rows bigint,
  max_bytes bigint,
  max_seconds integer,
  max_runs integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint data_sources_pkey PRIMARY KEY (id),
  constraint data_sources_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX data_sources_org_name ON public.data_sources USING btree (org_id, name);

create table destinations (
  id integer not null default nextval('destinations_id_seq'::regclass),
  org_id integer not null,
  user_id integer,
  name character varying(255) not null,
  type character varying(255) not null,
  encrypted_options bytea not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint destinations_pkey PRIMARY KEY (id),
  constraint destinations_org_id_name_key UNIQUE (org_id, name),
  constraint destinations_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint destinations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table events (
  id bigint not null default nextval('events_id_seq'::regclass),
  org_id integer not null,
  user_id integer,
  actor_name character varying(320),
  action character varying(100) not null,
  object_type character varying(100) not null,
  object_id character varying(255),
  additional_properties jsonb not null default '{}'::jsonb,
  user_agent character varying(500),
  ip character varying(45),
  is_reported boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX events_action ON public.events USING btree (org_id, action, created_at DESC, id DESC);
CREATE INDEX events_newest ON public.events USING btree (org_id, created_at DESC, id DESC);
CREATE INDEX events_object_type ON public.events USING btree (org_id, object_type, created_at DESC, id DESC);
CREATE INDEX events_user ON public.events USING btree (user_id, org_id, created_at DESC, id DESC);

create table favorites (
  user_id integer not null,
  object_type character varying(20) not null,
  object_id integer not null,
  created_at timestamp with time zone not null default now(),
  constraint favorites_pkey PRIMARY KEY (user_id, object_type, object_id),
  constraint favorites_object_type_check CHECK (((object_type)::text = ANY ((ARRAY['query'::character varying, 'dashboard'::character varying])::text[]))),
  constraint favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX favorites_starred ON public.favorites USING btree (user_id, object_type, created_at);

create table git_detached (
  org_id integer not null,
  kind character varying(10) not null,
  key text not null,
  constraint git_detached_pkey PRIMARY KEY (org_id, kind, key),
  constraint git_detached_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table git_sync_runs (
  id bigint not null generated always as identity,
  org_id integer not null,
  is_plan boolean not null,
  overwrites boolean not null,
  cause character varying(10) not null,
  asked_by integer,
  state character varying(10) not null default 'waiting'::character varying,
  asked_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  commit character varying(64),
  author text,
  subject text,
  results jsonb not null default '[]'::jsonb,
  error text,
  constraint git_sync_runs_pkey PRIMARY KEY (id),
  constraint git_sync_runs_cause_check CHECK (((cause)::text = ANY ((ARRAY['person'::character varying, 'schedule'::character varying, 'webhook'::character varying])::text[]))),
  constraint git_sync_runs_state_check CHECK (((state)::text = ANY ((ARRAY['waiting'::character varying, 'running'::character varying, 'done'::character varying, 'refused'::character varying, 'failed'::character varying])::text[]))),
  constraint git_sync_runs_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint git_sync_runs_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX git_sync_runs_of_organization ON public.git_sync_runs USING btree (org_id, id DESC);
CREATE UNIQUE INDEX git_sync_runs_one_at_a_time ON public.git_sync_runs USING btree (org_id) WHERE ((state)::text = 'running'::text);

create table git_syncs (
  org_id integer not null,
  remote character varying(10) not null,
  url text not null,
  branch text not null,
  folder text not null,
  username text not null,
  host_key text not null,
  ca text not null,
  encrypted_options bytea not null,
  minutes integer,
  archives_removed boolean not null,
  with_groups boolean not null,
  data_sources jsonb not null,
  file_url text not null,
  user_id integer not null,
  commit character varying(64),
  updated_at timestamp with time zone not null default now(),
  constraint git_syncs_pkey PRIMARY KEY (org_id),
  constraint git_syncs_remote_check CHECK (((remote)::text = ANY ((ARRAY['https'::character varying, 'ssh'::character varying, 'local'::character varying])::text[]))),
  constraint git_syncs_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint git_syncs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table group_members (
  group_id integer not null,
  user_id integer not null,
  constraint group_members_pkey PRIMARY KEY (group_id, user_id),
  constraint group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX group_members_user ON public.group_members USING btree (user_id);

create table groups (
  id integer not null default nextval('groups_id_seq'::regclass),
  org_id integer not null,
  type character varying(255) not null default 'regular'::character varying,
  name character varying(100) not null,
  permissions text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_type_check CHECK (((type)::text = ANY ((ARRAY['builtin'::character varying, 'regular'::character varying])::text[]))),
  constraint groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX groups_builtin_name ON public.groups USING btree (org_id, name) WHERE ((type)::text = 'builtin'::text);

create table identities (
  org_id integer not null,
  provider character varying(20) not null,
  issuer character varying(1000) not null,
  subject character varying(500) not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (org_id, provider, issuer, subject),
  constraint identities_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user ON public.identities USING btree (user_id);

create table import_hosts (
  org_id integer not null,
  host text not null,
  origin text not null,
  constraint import_hosts_pkey PRIMARY KEY (org_id, host),
  constraint import_hosts_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table import_items (
  org_id integer not null,
  origin text not null,
  kind character varying(30) not null,
  their_key text not null,
  our_id integer,
  their_hash bytea not null,
  our_hash bytea,
  brought_at timestamp with time zone not null default now(),
  constraint import_items_pkey PRIMARY KEY (org_id, origin, kind, their_key),
  constraint import_items_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table job_askers (
  job_id uuid not null,
  asker text not null,
  asked_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  constraint job_askers_pkey PRIMARY KEY (job_id, asker),
  constraint job_askers_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE
);

create table jobs (
  id uuid not null,
  org_id integer not null,
  kind character varying(20) not null,
  status character varying(20) not null default 'queued'::character varying,
  data_source_id integer not null,
  user_id integer,
  actor_name text not null,
  query_id integer,
  query_hash character varying(32),
  query_text text,
  submitted text,
  is_scheduled boolean not null default false,
  attempts integer not null default 0,
  worker_id uuid,
  backend jsonb,
  cancel_requested_at timestamp with time zone,
  row_count bigint not null default 0,
  result_id integer,
  result_json text,
  error jsonb,
  queued_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  is_awaited boolean not null default false,
  bound jsonb,
  orphan jsonb,
  took_workers boolean not null default false,
  asker text not null,
  line integer not null generated always as (
CASE
    WHEN ((kind)::text = 'query'::text) THEN data_source_id
    ELSE 0
END) stored,
  turn integer not null default 0,
  ended_by_id integer,
  ended_by_name text,
  progress jsonb,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_kind_check CHECK (((kind)::text = ANY ((ARRAY['query'::character varying, 'schema'::character varying, 'connection_test'::character varying, 'file'::character varying, 'level'::character varying, 'estimate'::character varying])::text[]))),
  constraint jobs_status_check CHECK (((status)::text = ANY ((ARRAY['queued'::character varying, 'started'::character varying, 'finished'::character varying, 'failed'::character varying, 'cancelled'::character varying])::text[]))),
  constraint jobs_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE CASCADE,
  constraint jobs_ended_by_id_fkey FOREIGN KEY (ended_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint jobs_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint jobs_query_id_fkey FOREIGN KEY (query_id) REFERENCES queries(id) ON DELETE SET NULL,
  constraint jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX jobs_finished ON public.jobs USING btree (finished_at) WHERE ((status)::text = ANY ((ARRAY['finished'::character varying, 'failed'::character varying, 'cancelled'::character varying])::text[]));
CREATE INDEX jobs_line ON public.jobs USING btree (line, ((is_scheduled AND (NOT is_awaited))), turn, queued_at, id) WHERE ((status)::text = 'queued'::text);
CREATE INDEX jobs_live ON public.jobs USING btree (data_source_id, queued_at) WHERE ((status)::text = ANY ((ARRAY['queued'::character varying, 'started'::character varying])::text[]));
CREATE INDEX jobs_of_asker ON public.jobs USING btree (asker, line, turn) WHERE ((status)::text = 'queued'::text);
CREATE UNIQUE INDEX jobs_one_schema_refresh ON public.jobs USING btree (data_source_id) WHERE (((kind)::text = 'schema'::text) AND ((status)::text = ANY ((ARRAY['queued'::character varying, 'started'::character varying])::text[])) AND (cancel_requested_at IS NULL));
CREATE INDEX jobs_orphans ON public.jobs USING btree (id) WHERE (orphan IS NOT NULL);
CREATE INDEX jobs_took_workers ON public.jobs USING btree (data_source_id, query_hash) WHERE took_workers;
CREATE UNIQUE INDEX jobs_twins ON public.jobs USING btree (data_source_id, query_hash) WHERE (((kind)::text = 'query'::text) AND ((status)::text = ANY ((ARRAY['queued'::character varying, 'started'::character varying])::text[])) AND (cancel_requested_at IS NULL));
CREATE INDEX jobs_worker ON public.jobs USING btree (worker_id) WHERE ((status)::text = 'started'::text);

create table link_tokens (
  token_hash bytea not null,
  purpose character varying(20) not null,
  user_id integer not null,
  email character varying(255) not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  is_handed_over boolean not null default false,
  constraint link_tokens_pkey PRIMARY KEY (token_hash),
  constraint link_tokens_purpose_check CHECK (((purpose)::text = ANY ((ARRAY['verify_email'::character varying, 'invitation'::character varying, 'password_reset'::character varying, 'restore_email'::character varying])::text[]))),
  constraint link_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX link_tokens_expiry ON public.link_tokens USING btree (expires_at);
CREATE INDEX link_tokens_user ON public.link_tokens USING btree (user_id, purpose);

create table mails (
  id integer not null default nextval('mails_id_seq'::regclass),
  recipient character varying(320) not null,
  subject text not null,
  text text not null,
  html text not null,
  queued_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  given_up_at timestamp with time zone,
  last_error text,
  constraint mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (given_up_at IS NULL);

create table migrations (
  name text not null,
  ran_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table option_tests (
  id uuid not null,
  type character varying(255) not null,
  encrypted_options bytea not null,
  asked_at timestamp with time zone not null default now(),
  is_done boolean not null default false,
  failure text,
  constraint option_tests_pkey PRIMARY KEY (id)
);

create table organizations (
  id integer not null default nextval('organizations_id_seq'::regclass),
  name character varying(255) not null,
  slug character varying(255) not null,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_slug_key UNIQUE (slug)
);

create table pending_sign_ins (
  token_hash bytea not null,
  user_id integer not null,
  remember boolean not null,
  next text not null,
  provider text,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ins_expiry ON public.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_user ON public.pending_sign_ins USING btree (user_id);

create table queries (
  id integer not null default nextval('queries_id_seq'::regclass),
  org_id integer not null,
  version integer not null default 1,
  data_source_id integer,
  latest_result_id integer,
  name character varying(255) not null,
  description character varying(4096),
  query_text text not null,
  query_hash character varying(32) not null,
  user_id integer not null,
  last_modified_by_id integer,
  is_archived boolean not null default false,
  is_draft boolean not null default true,
  schedule jsonb,
  schedule_failures integer not null default 0,
  options text not null default '{}'::text,
  tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  latest_runtime double precision,
  latest_retrieved_at timestamp with time zone,
  schedule_interval bigint generated always as (
CASE
    WHEN ((schedule ->> 'interval'::text) ~ '^[0-9]{1,12}$'::text) THEN ((schedule ->> 'interval'::text))::bigint
    ELSE NULL::bigint
END) stored,
  last_scheduled_at timestamp with time zone,
  api_key_hash bytea not null,
  encrypted_api_key bytea not null,
  is_safe boolean,
  safety_rule text,
  uuid uuid not null default gen_random_uuid(),
  from_git jsonb,
  constraint queries_pkey PRIMARY KEY (id),
  constraint queries_api_key_hash_key UNIQUE (api_key_hash),
  constraint queries_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE SET NULL,
  constraint queries_last_modified_by_id_fkey FOREIGN KEY (last_modified_by_id) REFERENCES users(id),
  constraint queries_latest_result_id_fkey FOREIGN KEY (latest_result_id) REFERENCES query_results(id) ON DELETE SET NULL,
  constraint queries_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint queries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX queries_by_created_at ON public.queries USING btree (org_id, is_archived, created_at, id) INCLUDE (data_source_id, user_id, is_draft);
CREATE INDEX queries_by_interval ON public.queries USING btree (org_id, is_archived, schedule_interval, id) INCLUDE (data_source_id, user_id, is_draft);
CREATE INDEX queries_by_interval_down ON public.queries USING btree (org_id, is_archived, schedule_interval DESC NULLS LAST, id DESC) INCLUDE (data_source_id, user_id, is_draft);
CREATE INDEX queries_by_name ON public.queries USING btree (org_id, is_archived, lower((name)::text), id) INCLUDE (name, data_source_id, user_id, is_draft);
CREATE INDEX queries_by_owner ON public.queries USING btree (user_id, is_archived, created_at, id) INCLUDE (org_id, data_source_id, is_draft);
CREATE INDEX queries_by_retrieved_at ON public.queries USING btree (org_id, is_archived, latest_retrieved_at, id) INCLUDE (data_source_id, user_id, is_draft);
CREATE INDEX queries_by_retrieved_at_down ON public.queries USING btree (org_id, is_archived, latest_retrieved_at DESC NULLS LAST, id DESC) INCLUDE (data_source_id, user_id, is_draft);
CREATE INDEX queries_by_runtime ON public.queries USING btree (org_id, is_archived, latest_runtime, id) INCLUDE (data_source_id, user_id, is_draft);
CREATE INDEX queries_by_runtime_down ON public.queries USING btree (org_id, is_archived, latest_runtime DESC NULLS LAST, id DESC) INCLUDE (data_source_id, user_id, is_draft);
CREATE INDEX queries_hash ON public.queries USING btree (data_source_id, query_hash);
CREATE INDEX queries_latest_result ON public.queries USING btree (latest_result_id);
CREATE INDEX queries_of_owner_by_updated_at ON public.queries USING btree (user_id, is_archived, updated_at) INCLUDE (data_source_id);
CREATE INDEX queries_scheduled ON public.queries USING btree (id) WHERE ((schedule IS NOT NULL) AND (NOT is_archived));
CREATE UNIQUE INDEX queries_uuid ON public.queries USING btree (org_id, uuid);
CREATE TRIGGER queries_copy_latest_result BEFORE INSERT OR UPDATE OF latest_result_id ON public.queries FOR EACH ROW EXECUTE FUNCTION copy_latest_result();
CREATE TRIGGER queries_follow_changed AFTER UPDATE ON public.queries REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION follow_changed_queries();
CREATE TRIGGER queries_follow_deleted AFTER DELETE ON public.queries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION follow_deleted_queries();
CREATE TRIGGER queries_follow_new AFTER INSERT ON public.queries REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION follow_new_queries();
CREATE TRIGGER queries_forget_safety BEFORE UPDATE OF query_text, options, data_source_id ON public.queries FOR EACH ROW WHEN ((((old.query_text IS DISTINCT FROM new.query_text) OR (old.options IS DISTINCT FROM new.options)) OR (old.data_source_id IS DISTINCT FROM new.data_source_id))) EXECUTE FUNCTION forget_safety();
CREATE TRIGGER queries_move_widgets AFTER UPDATE OF data_source_id ON public.queries FOR EACH ROW WHEN ((old.data_source_id IS DISTINCT FROM new.data_source_id)) EXECUTE FUNCTION move_widgets_of_query();

create table query_counts (
  data_source_id integer not null,
  tag text not null,
  count integer not null,
  constraint query_counts_pkey PRIMARY KEY (data_source_id, tag)
);

create table query_result_chunks (
  result_id integer not null,
  seq integer not null,
  first_row bigint not null,
  row_count integer not null,
  byte_count integer not null,
  frame bytea not null storage external,
  constraint query_result_chunks_pkey PRIMARY KEY (result_id, seq)
);

create table query_results (
  id integer not null,
  org_id integer not null,
  data_source_id integer not null,
  query_hash character varying(32) not null,
  query_text text not null,
  columns_json text not null,
  extras_json text not null default '{}'::text,
  row_count bigint not null,
  byte_count bigint not null,
  truncated boolean not null default false,
  runtime double precision not null,
  retrieved_at timestamp with time zone not null default now(),
  constraint query_results_pkey PRIMARY KEY (id),
  constraint query_results_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE CASCADE,
  constraint query_results_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX query_results_lookup ON public.query_results USING btree (data_source_id, query_hash, retrieved_at DESC);
CREATE INDEX query_results_retrieved ON public.query_results USING btree (retrieved_at);

create table query_search (
  id integer not null,
  org_id integer not null,
  data_source_id integer,
  user_id integer not null,
  is_archived boolean not null,
  is_draft boolean not null,
  created_at timestamp with time zone not null,
  schedule_interval bigint,
  tags text[] not null,
  folded_name text not null,
  folded_description text not null,
  name_words tsvector not null,
  document tsvector not null,
  constraint query_search_pkey PRIMARY KEY (id),
  constraint query_search_id_fkey FOREIGN KEY (id) REFERENCES queries(id) ON DELETE CASCADE
);
CREATE INDEX query_search_document ON public.query_search USING gin (document) WITH (fastupdate=off);
CREATE INDEX query_search_similar ON public.query_search USING gin (folded_name gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX query_search_tags ON public.query_search USING gin (tags) WITH (fastupdate=off);

create table query_snippets (
  id integer not null default nextval('query_snippets_id_seq'::regclass),
  org_id integer not null,
  trigger character varying(255) not null,
  description text not null default ''::text,
  user_id integer not null,
  snippet text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  uuid uuid not null default gen_random_uuid(),
  from_git jsonb,
  constraint query_snippets_pkey PRIMARY KEY (id),
  constraint query_snippets_org_id_trigger_key UNIQUE (org_id, trigger),
  constraint query_snippets_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint query_snippets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX query_snippets_uuid ON public.query_snippets USING btree (org_id, uuid);

create table query_texts (
  id integer not null,
  folded_text text not null,
  constraint query_texts_pkey PRIMARY KEY (id),
  constraint query_texts_id_fkey FOREIGN KEY (id) REFERENCES queries(id) ON DELETE CASCADE
);

create table query_versions (
  id integer not null default nextval('query_versions_id_seq'::regclass),
  query_id integer not null,
  version integer not null,
  kind character varying(20) not null,
  user_id integer,
  snapshot text not null,
  created_at timestamp with time zone not null default now(),
  changed text[] not null default '{}'::text[],
  constraint query_versions_pkey PRIMARY KEY (id),
  constraint query_versions_kind_check CHECK (((kind)::text = ANY ((ARRAY['created'::character varying, 'saved'::character varying, 'visualization'::character varying, 'restored'::character varying, 'refused'::character varying])::text[]))),
  constraint query_versions_query_id_fkey FOREIGN KEY (query_id) REFERENCES queries(id) ON DELETE CASCADE,
  constraint query_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX query_versions_query ON public.query_versions USING btree (query_id, id DESC);

create table rate_limit_hits (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  constraint rate_limit_hits_pkey PRIMARY KEY (bucket, window_start)
);

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

create table replaced_tokens (
  token_hash bytea not null,
  login_id uuid not null,
  user_id integer not null,
  constraint replaced_tokens_pkey PRIMARY KEY (token_hash),
  constraint replaced_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX replaced_tokens_login ON public.replaced_tokens USING btree (login_id);
CREATE INDEX replaced_tokens_user ON public.replaced_tokens USING btree (user_id);

create table run_history (
  id integer not null default nextval('run_history_id_seq'::regclass),
  org_id integer not null,
  user_id integer not null,
  data_source_id integer not null,
  query_id integer,
  job_id uuid not null,
  query_text text not null,
  asked_at timestamp with time zone not null default now(),
  outcome character varying(20),
  runtime double precision,
  row_count bigint,
  result_id integer,
  error text,
  constraint run_history_pkey PRIMARY KEY (id),
  constraint run_history_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE CASCADE,
  constraint run_history_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint run_history_query_id_fkey FOREIGN KEY (query_id) REFERENCES queries(id) ON DELETE SET NULL,
  constraint run_history_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX run_history_age ON public.run_history USING btree (asked_at);
CREATE INDEX run_history_of_job ON public.run_history USING btree (job_id) WHERE (outcome IS NULL);
CREATE INDEX run_history_of_source ON public.run_history USING btree (data_source_id);
CREATE INDEX run_history_of_user ON public.run_history USING btree (user_id, id DESC);

create table schedule_looks (
  id boolean not null default true,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  due_count integer not null,
  latest_seconds double precision not null,
  constraint schedule_looks_pkey PRIMARY KEY (id),
  constraint schedule_looks_id_check CHECK (id)
);

create table scheduled_failures (
  id integer not null default nextval('scheduled_failures_id_seq'::regclass),
  query_id integer not null,
  user_id integer not null,
  message text not null,
  schedule_failures integer not null,
  failed_at timestamp with time zone not null,
  mail_id integer,
  constraint scheduled_failures_pkey PRIMARY KEY (id),
  constraint scheduled_failures_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE,
  constraint scheduled_failures_query_id_fkey FOREIGN KEY (query_id) REFERENCES queries(id) ON DELETE CASCADE,
  constraint scheduled_failures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX scheduled_failures_mail ON public.scheduled_failures USING btree (mail_id);
CREATE INDEX scheduled_failures_query ON public.scheduled_failures USING btree (query_id);
CREATE INDEX scheduled_failures_untold ON public.scheduled_failures USING btree (user_id) WHERE (mail_id IS NULL);

create table schema_levels (
  data_source_id integer not null,
  database_name character varying(255) not null,
  content_json text not null,
  read_at timestamp with time zone not null default now(),
  constraint schema_levels_pkey PRIMARY KEY (data_source_id, database_name),
  constraint schema_levels_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE CASCADE
);

create table second_factors (
  user_id integer not null,
  encrypted_secret bytea not null,
  begun_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table secret_key_checks (
  id boolean not null default true,
  encrypted_check bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint secret_key_checks_pkey PRIMARY KEY (id),
  constraint secret_key_checks_id_check CHECK (id)
);

create table served_turns (
  asker text not null,
  line integer not null,
  served_at timestamp with time zone not null,
  constraint served_turns_pkey PRIMARY KEY (asker, line)
);

create table sessions (
  token_hash bytea not null,
  user_id integer not null,
  kind character varying(20) not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  login_id uuid not null default gen_random_uuid(),
  user_agent character varying(500),
  ip character varying(45),
  used_at timestamp with time zone not null default now(),
  proved_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_kind_check CHECK (((kind)::text = ANY ((ARRAY['session'::character varying, 'remember'::character varying])::text[]))),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_login ON public.sessions USING btree (login_id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

create table sign_in_attempts (
  token_hash bytea not null,
  provider character varying(20) not null,
  browser_hash bytea not null,
  details jsonb not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX sign_in_attempts_expiry ON public.sign_in_attempts USING btree (expires_at);

create table spent_assertions (
  assertion_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_assertions_pkey PRIMARY KEY (assertion_hash)
);
CREATE INDEX spent_assertions_expiry ON public.spent_assertions USING btree (expires_at);

create table uploaded_file_chunks (
  file_id integer not null,
  reading integer not null,
  seq integer not null,
  row_count integer not null,
  byte_count bigint not null,
  frame bytea not null storage external,
  constraint uploaded_file_chunks_pkey PRIMARY KEY (file_id, reading, seq),
  constraint uploaded_file_chunks_file_id_fkey FOREIGN KEY (file_id) REFERENCES uploaded_files(id) ON DELETE CASCADE
);

create table uploaded_file_parts (
  file_id integer not null,
  part integer not null,
  byte_count integer not null,
  frame bytea not null storage external,
  constraint uploaded_file_parts_pkey PRIMARY KEY (file_id, part),
  constraint uploaded_file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES uploaded_files(id) ON DELETE CASCADE
);

create table uploaded_files (
  id integer not null generated always as identity,
  org_id integer not null,
  data_source_id integer not null,
  user_id integer,
  file_name character varying(255) not null,
  format character varying(20) not null,
  byte_count bigint not null,
  table_name character varying(63),
  reading integer not null default 0,
  last_reading integer not null default 0,
  columns_json text,
  row_count bigint,
  created_at timestamp with time zone not null default now(),
  constraint uploaded_files_pkey PRIMARY KEY (id),
  constraint uploaded_files_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES data_sources(id) ON DELETE CASCADE,
  constraint uploaded_files_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint uploaded_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX uploaded_files_org ON public.uploaded_files USING btree (org_id);
CREATE INDEX uploaded_files_source ON public.uploaded_files USING btree (data_source_id, table_name);
CREATE INDEX uploaded_files_user ON public.uploaded_files USING btree (user_id);

create table users (
  id integer not null default nextval('users_id_seq'::regclass),
  org_id integer not null,
  name character varying(320) not null,
  email character varying(255) not null,
  password_hash text,
  profile_image_url text,
  is_invitation_pending boolean not null default false,
  is_email_verified boolean not null default true,
  disabled_at timestamp with time zone,
  active_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_address_new boolean not null default false,
  proved_email character varying(255),
  api_key_hash bytea not null,
  encrypted_api_key bytea not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_api_key_hash_key UNIQUE (api_key_hash),
  constraint users_org_id_email_key UNIQUE (org_id, email),
  constraint users_email_check CHECK (((email)::text = lower((email)::text))),
  constraint users_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX users_proved_email ON public.users USING btree (proved_email) WHERE (proved_email IS NOT NULL);

create table version_checks (
  id boolean not null default true,
  newest_version character varying(50),
  checked_at timestamp with time zone not null,
  constraint version_checks_pkey PRIMARY KEY (id),
  constraint version_checks_id_check CHECK (id)
);

create table visualizations (
  id integer not null default nextval('visualizations_id_seq'::regclass),
  query_id integer not null,
  type character varying(100) not null,
  name character varying(255) not null,
  description character varying(4096) not null default ''::character varying,
  options text not null default '{}'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  uuid uuid not null default gen_random_uuid(),
  constraint visualizations_pkey PRIMARY KEY (id),
  constraint visualizations_query_id_fkey FOREIGN KEY (query_id) REFERENCES queries(id) ON DELETE CASCADE
);
CREATE INDEX visualizations_by_uuid ON public.visualizations USING btree (uuid);
CREATE INDEX visualizations_query ON public.visualizations USING btree (query_id);
CREATE UNIQUE INDEX visualizations_uuid ON public.visualizations USING btree (query_id, uuid);

create table widgets (
  id integer not null default nextval('widgets_id_seq'::regclass),
  dashboard_id integer not null,
  visualization_id integer,
  text text,
  width integer not null,
  options text not null default '{}'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  data_source_id integer,
  version integer not null default 1,
  static_values_by jsonb not null default '{}'::jsonb,
  uuid uuid not null default gen_random_uuid(),
  constraint widgets_pkey PRIMARY KEY (id),
  constraint widgets_dashboard_id_fkey FOREIGN KEY (dashboard_id) REFERENCES dashboards(id) ON DELETE CASCADE,
  constraint widgets_visualization_id_fkey FOREIGN KEY (visualization_id) REFERENCES visualizations(id) ON DELETE CASCADE
);
CREATE INDEX widgets_dashboard ON public.widgets USING btree (dashboard_id, data_source_id);
CREATE UNIQUE INDEX widgets_uuid ON public.widgets USING btree (dashboard_id, uuid);
CREATE INDEX widgets_visualization ON public.widgets USING btree (visualization_id);
CREATE TRIGGER widgets_find_source BEFORE INSERT OR UPDATE OF visualization_id ON public.widgets FOR EACH ROW EXECUTE FUNCTION find_source_of_widget();
CREATE TRIGGER widgets_follow_deleted AFTER DELETE ON public.widgets REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION follow_deleted_widgets();
CREATE TRIGGER widgets_follow_moved AFTER UPDATE ON public.widgets REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION follow_moved_widgets();
CREATE TRIGGER widgets_follow_new AFTER INSERT ON public.widgets REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION follow_new_widgets();

create table workers (
  id uuid not null,
  hostname text not null,
  pid integer not null,
  started_at timestamp with time zone not null default now(),
  heartbeat_at timestamp with time zone not null default now(),
  concurrency integer not null default 1,
  successful_jobs integer not null default 0,
  failed_jobs integer not null default 0,
  working_seconds double precision not null default 0,
  measures jsonb not null default '[]'::jsonb,
  constraint workers_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.change_query_counts(sources integer[], tags text[], amounts bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if sources is null then
    return;
  end if;
  insert into query_counts as known (data_source_id, tag, count)
    select source, tag, amount from unnest(sources, tags, amounts) as change (source, tag, amount)
    order by source, tag
    on conflict (data_source_id, tag) do update set count = known.count + excluded.count;
  delete from query_counts where data_source_id = any(sources) and tag = any(tags) and count <= 0;
end $function$
;

CREATE OR REPLACE FUNCTION public.copy_latest_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.latest_runtime := null;
  new.latest_retrieved_at := null;
  if new.latest_result_id is not null then
    select runtime, retrieved_at into new.latest_runtime, new.latest_retrieved_at
      from query_results where id = new.latest_result_id;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.counted_tags(tags text[])
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select '' union select tag from unnest(tags) as tag
$function$
;

CREATE OR REPLACE FUNCTION public.find_source_of_widget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.data_source_id := null;
  if new.visualization_id is not null then
    select q.data_source_id into new.data_source_id
      from visualizations v join queries q on q.id = v.query_id
      where v.id = new.visualization_id for share of q;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.find_sources_of_dashboards(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if ids is null then
    return;
  end if;
  perform from dashboard_search where id = any(ids) order by id for update;
  update dashboard_search d set data_source_ids = found.sources
    from (
      select changed.id, array(select distinct w.data_source_id from widgets w
        where w.dashboard_id = changed.id and w.data_source_id is not null order by 1) as sources
      from unnest(ids) as changed (id)
    ) found
    where d.id = found.id and d.data_source_ids <> found.sources;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_text(query_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(left(query_text, 100000))
$function$
;

CREATE OR REPLACE FUNCTION public.follow_changed_queries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update query_search set
    data_source_id = come.data_source_id, user_id = come.user_id, is_archived = come.is_archived,
    is_draft = come.is_draft, tags = come.tags, schedule_interval = come.schedule_interval
  from come join gone using (id)
  where query_search.id = come.id
    and (come.data_source_id, come.user_id, come.is_archived, come.is_draft, come.tags, come.schedule_interval)
      is distinct from (gone.data_source_id, gone.user_id, gone.is_archived, gone.is_draft, gone.tags, gone.schedule_interval);
  update query_search set
    folded_name = lower(come.name), folded_description = lower(coalesce(come.description, '')),
    name_words = search_words(come.name),
    document = search_document(come.id, come.name, come.description, come.query_text)
  from come join gone using (id)
  where query_search.id = come.id
    and (come.name, come.description, come.query_text) is distinct from (gone.name, gone.description, gone.query_text);
  update query_texts set folded_text = fold_text(come.query_text)
  from come join gone using (id)
  where query_texts.id = come.id and come.query_text is distinct from gone.query_text;
  perform change_query_counts(array_agg(data_source_id), array_agg(tag), array_agg(amount)) from (
    select data_source_id, tag, sum(amount)::bigint as amount
    from (
      select come.*, 1 as amount from come union all select gone.*, -1 from gone
    ) both_sides cross join lateral counted_tags(tags) as tag
    where not is_archived and data_source_id is not null
    group by data_source_id, tag
    having sum(amount) <> 0
  ) changes;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_dashboard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dashboard_search as known
    values (new.id, new.org_id, new.user_id, new.is_archived, new.is_draft, new.created_at, lower(new.name), new.tags, '{}')
    on conflict (id) do update set
      user_id = excluded.user_id, is_archived = excluded.is_archived, is_draft = excluded.is_draft,
      folded_name = excluded.folded_name, tags = excluded.tags;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_deleted_queries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform change_query_counts(array_agg(data_source_id), array_agg(tag), array_agg(amount)) from (
    select data_source_id, tag, -count(*) as amount
    from gone cross join lateral counted_tags(tags) as tag
    where not is_archived and data_source_id is not null
    group by data_source_id, tag
  ) changes;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_deleted_widgets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform find_sources_of_dashboards((select array_agg(distinct dashboard_id) from gone where data_source_id is not null));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_moved_widgets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform find_sources_of_dashboards((
    select array_agg(distinct come.dashboard_id) from come join gone using (id)
      where come.data_source_id is distinct from gone.data_source_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_new_queries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into query_search
    select id, org_id, data_source_id, user_id, is_archived, is_draft, created_at, schedule_interval, tags, lower(name),
      lower(coalesce(description, '')), search_words(name), search_document(id, name, description, query_text)
    from come;
  insert into query_texts select id, fold_text(query_text) from come;
  perform change_query_counts(array_agg(data_source_id), array_agg(tag), array_agg(amount)) from (
    select data_source_id, tag, count(*) as amount
    from come cross join lateral counted_tags(tags) as tag
    where not is_archived and data_source_id is not null
    group by data_source_id, tag
  ) changes;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_new_widgets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform find_sources_of_dashboards((select array_agg(distinct dashboard_id) from come where data_source_id is not null));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_safety()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_safe := null;
  new.safety_rule := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_widgets_of_query()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update widgets set data_source_id = new.data_source_id
    from visualizations v where v.query_id = new.id and widgets.visualization_id = v.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_document(id integer, name text, description text, query_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select setweight(search_words(name), 'A') || setweight(search_words(id::text), 'B')
    || setweight(search_words(coalesce(description, '')), 'C')
    || setweight(search_words(left(query_text, 100000)), 'D')
$function$
;

CREATE OR REPLACE FUNCTION public.search_words(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select to_tsvector('simple', translate(words,
    E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~«»·–—‘’“”„…、。《》「」（），：；！？　',
    repeat(' ', 100)))
$function$
;
