import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DashboardVersionKind } from '#shared/dashboards/dashboard-versions-api.ts'
import type { CreatedAt, UpdatedAt } from './columns.ts'
import type { FromGitColumn } from './git-tables.ts'

export interface DashboardsTable {
  id: GeneratedAlways<number>
  uuid: Generated<string>
  org_id: number
  version: Generated<number>
  slug: string
  name: string
  user_id: number
  layout: Generated<string>
  dashboard_filters_enabled: Generated<boolean>
  is_archived: Generated<boolean>
  is_draft: Generated<boolean>
  tags: Generated<string[]>
  options: Generated<string>
  from_git: FromGitColumn
  created_at: CreatedAt
  updated_at: UpdatedAt
}
/** Search table for lists; triggers on `dashboards` and `widgets` maintain it. */
export interface DashboardSearchTable {
  id: ColumnType<number, never, never>
  org_id: ColumnType<number, never, never>
  user_id: ColumnType<number, never, never>
  is_archived: ColumnType<boolean, never, never>
  is_draft: ColumnType<boolean, never, never>
  created_at: ColumnType<Date, never, never>
  folded_name: ColumnType<string, never, never>
  tags: ColumnType<string[], never, never>
  /** of all widgets */
  data_source_ids: ColumnType<number[], never, never>
}
export interface DashboardTokensTable {
  dashboard_id: number
  org_id: number
  token_hash: Buffer
  encrypted_token: Buffer
  /** the user who shared it */
  user_id: number | null
  created_at: UpdatedAt
}
export interface WidgetsTable {
  id: GeneratedAlways<number>
  uuid: Generated<string>
  dashboard_id: number
  visualization_id: number | null
  text: string | null
  width: number
  options: Generated<string>
  /** who stored each static value, by the name of its parameter: {"region": 3} */
  static_values_by: ColumnType<Record<string, number>, string | undefined, string>
  version: Generated<number>
  /** data source of the query it shows; triggers maintain it for `dashboard_search` */
  data_source_id: ColumnType<number | null, never, never>
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface DashboardVersionsTable {
  id: GeneratedAlways<number>
  dashboard_id: number
  version: number
  kind: DashboardVersionKind
  user_id: number | null
  snapshot: string
  changed: Generated<string[]>
  created_at: CreatedAt
}

export interface DashboardTables {
  dashboards: DashboardsTable
  dashboard_search: DashboardSearchTable
  dashboard_tokens: DashboardTokensTable
  dashboard_versions: DashboardVersionsTable
  widgets: WidgetsTable
}
