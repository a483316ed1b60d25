import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AlertTables } from './alert-tables.ts'
import type { CreatedAt, UpdatedAt } from './columns.ts'
import type { DashboardTables } from './dashboard-tables.ts'
import type { FileTables } from './file-tables.ts'
import type { FromGitColumn, GitTables } from './git-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { KeyTables } from './key-tables.ts'
import type { NoticeTables } from './notice-tables.ts'
import type { RunTables } from './run-tables.ts'
import type { SecondFactorTables, SignInTables } from './sign-in-tables.ts'
import type { EventTables, StatusTables } from './status-tables.ts'

/** bigint columns are read as numbers: database.ts parses int8 (all our values are below 2^53). */
type Json<T> = ColumnType<T, string, string>

export interface OrganizationsTable {
  id: GeneratedAlways<number>
  name: string
  slug: string
  settings: ColumnType<Record<string, unknown>, string | undefined, string>
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface GroupsTable {
  id: GeneratedAlways<number>
  org_id: number
  type: ColumnType<'builtin' | 'regular', 'builtin' | 'regular' | undefined, never>
  name: string
  permissions: string[]
  created_at: CreatedAt
}
export interface UsersTable {
  id: GeneratedAlways<number>
  org_id: number
  name: string
  email: string
  password_hash: string | null
  api_key_hash: Buffer
  encrypted_api_key: Buffer
  profile_image_url: string | null
  is_invitation_pending: Generated<boolean>
  is_email_verified: Generated<boolean>
  /** the address was changed, and the new one is not verified yet */
  is_address_new: Generated<boolean>
  /** the last verified address, while a new one is not verified */
  proved_email: string | null
  disabled_at: Date | null
  active_at: Date | null
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface GroupMembersTable {
  group_id: number
  user_id: number
}
export interface SessionsTable {
  token_hash: Buffer
  user_id: number
  kind: 'session' | 'remember'
  /** shared by the session of a browser and the remembered login that restores it */
  login_id: Generated<string>
  user_agent: string | null
  ip: string | null
  used_at: ColumnType<Date, Date | undefined, Date>
  /** when a password or code was last entered, at the login or after it; null: unknown */
  proved_at: Date | null
  created_at: CreatedAt
  expires_at: Date
}
export interface ReplacedTokensTable {
  token_hash: Buffer
  login_id: string
  user_id: number
}
export interface RateLimitHitsTable {
  bucket: string
  window_start: Date
  hits: number
}
export interface DataSourcesTable {
  id: GeneratedAlways<number>
  org_id: number
  name: string
  type: string
  encrypted_options: Buffer
  queue_name: Generated<string>
  scheduled_queue_name: Generated<string>
  is_paused: Generated<boolean>
  pause_reason: string | null
  max_rows: number | null
  max_bytes: number | null
  max_seconds: number | null
  max_runs: number | null
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface DataSourceGroupsTable {
  data_source_id: number
  group_id: number
  view_only: Generated<boolean>
}
export interface OptionTestsTable {
  id: string
  type: string
  encrypted_options: Buffer
  asked_at: CreatedAt
  is_done: Generated<boolean>
  failure: string | null
}
export interface DataSourceSchemasTable {
  data_source_id: number
  frame: Buffer
  table_count: number
  column_count: number
  refreshed_at: ColumnType<Date, Date | undefined, Date>
}
export interface SchemaLevelsTable {
  data_source_id: number
  /** '': the list of databases */
  database_name: string
  content_json: string
  read_at: ColumnType<Date, Date | undefined, Date>
}
export interface QueriesTable {
  id: GeneratedAlways<number>
  uuid: Generated<string>
  org_id: number
  version: Generated<number>
  data_source_id: number | null
  latest_result_id: number | null
  name: string
  description: string | null
  query_text: string
  query_hash: string
  api_key_hash: Buffer
  encrypted_api_key: Buffer
  user_id: number
  last_modified_by_id: number | null
  is_archived: Generated<boolean>
  is_draft: Generated<boolean>
  schedule: Json<Record<string, unknown>> | null
  schedule_failures: Generated<number>
  last_scheduled_at: Date | null
  options: Generated<string>
  tags: Generated<string[]>
  /** the last result of the rule `safety_rule`; null: not checked since the query changed */
  from_git: FromGitColumn
  is_safe: ColumnType<boolean | null, never, boolean>
  safety_rule: ColumnType<string | null, never, string>
  created_at: CreatedAt
  updated_at: UpdatedAt
  /** copies from the newest result and of the schedule; triggers maintain them so that lists can order by them */
  latest_runtime: ColumnType<number | null, never, never>
  latest_retrieved_at: ColumnType<Date | null, never, never>
  schedule_interval: ColumnType<number | null, never, never>
}
/** Search table for lists; triggers on `queries` maintain it. */
export interface QuerySearchTable {
  id: ColumnType<number, never, never>
  org_id: ColumnType<number, never, never>
  data_source_id: ColumnType<number | null, never, never>
  user_id: ColumnType<number, never, never>
  is_archived: ColumnType<boolean, never, never>
  is_draft: ColumnType<boolean, never, never>
  created_at: ColumnType<Date, never, never>
  schedule_interval: ColumnType<number | null, never, never>
  tags: ColumnType<string[], never, never>
  folded_name: ColumnType<string, never, never>
  folded_description: ColumnType<string, never, never>
  name_words: ColumnType<string, never, never>
  document: ColumnType<string, never, never>
}
/** Lower-case texts for substring search; triggers on `queries` maintain it. */
export interface QueryTextsTable {
  id: ColumnType<number, never, never>
  folded_text: ColumnType<string, never, never>
}
/** Number of unarchived queries by data source and tag ('': all); triggers on `queries` maintain it. */
export interface QueryCountsTable {
  data_source_id: ColumnType<number, never, never>
  tag: ColumnType<string, never, never>
  count: ColumnType<number, never, never>
}
export interface VisualizationsTable {
  id: GeneratedAlways<number>
  uuid: Generated<string>
  query_id: number
  type: string
  name: string
  description: Generated<string>
  options: Generated<string>
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface FavoritesTable {
  user_id: number
  object_type: 'query' | 'dashboard'
  object_id: number
  created_at: CreatedAt
}
export interface AccessGrantsTable {
  id: GeneratedAlways<number>
  object_type: 'query' | 'dashboard'
  object_id: number
  access_type: 'view' | 'modify' | 'delete'
  grantor_id: number
  grantee_id: number
  created_at: CreatedAt
}
export type QueryVersionKind = 'created' | 'saved' | 'visualization' | 'restored' | 'refused'
export interface QueryVersionsTable {
  id: GeneratedAlways<number>
  query_id: number
  version: number
  kind: QueryVersionKind
  user_id: number | null
  snapshot: string
  changed: Generated<string[]>
  created_at: CreatedAt
}
export interface QuerySnippetsTable {
  id: GeneratedAlways<number>
  uuid: Generated<string>
  org_id: number
  trigger: string
  description: Generated<string>
  user_id: number
  snippet: string
  from_git: FromGitColumn
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface ScheduledFailuresTable {
  id: GeneratedAlways<number>
  query_id: number
  user_id: number
  message: string
  schedule_failures: number
  failed_at: Date
  mail_id: number | null
}
export interface MailsTable {
  id: GeneratedAlways<number>
  recipient: string
  subject: string
  text: string
  html: string
  queued_at: CreatedAt
  attempts: Generated<number>
  due_at: ColumnType<Date, Date | undefined, Date>
  given_up_at: Date | null
  last_error: string | null
}

export interface Tables
  extends AlertTables,
    DashboardTables,
    EventTables,
    FileTables,
    GitTables,
    ImportTables,
    KeyTables,
    NoticeTables,
    RunTables,
    SecondFactorTables,
    SignInTables,
    StatusTables {
  organizations: OrganizationsTable
  groups: GroupsTable
  users: UsersTable
  group_members: GroupMembersTable
  sessions: SessionsTable
  replaced_tokens: ReplacedTokensTable
  rate_limit_hits: RateLimitHitsTable
  data_sources: DataSourcesTable
  data_source_groups: DataSourceGroupsTable
  data_source_schemas: DataSourceSchemasTable
  schema_levels: SchemaLevelsTable
  option_tests: OptionTestsTable
  queries: QueriesTable
  query_search: QuerySearchTable
  query_texts: QueryTextsTable
  query_counts: QueryCountsTable
  visualizations: VisualizationsTable
  favorites: FavoritesTable
  access_grants: AccessGrantsTable
  scheduled_failures: ScheduledFailuresTable
  mails: MailsTable
  query_versions: QueryVersionsTable
  query_snippets: QuerySnippetsTable
}
