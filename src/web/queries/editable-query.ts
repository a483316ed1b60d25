import type { Query } from '#shared/queries/queries-api.ts'
import { newQueryName } from '#shared/queries/query-dirty.ts'

/** A query as edited on its page: saved queries as sent by the server, new ones with null ids. */
export interface EditableQuery {
  id: number | null
  version: number | null
  name: string
  description: string | null
  query: string
  data_source_id: number | null
  options: Readonly<Record<string, unknown>>
  tags: readonly string[]
  schedule: Query['schedule']
  next_refresh_at: Query['next_refresh_at']
  schedule_failures: number
  is_draft: boolean
  is_archived: boolean
  is_favorite: boolean
  is_safe: boolean
  can_edit: boolean
  api_key: string | null
  latest_query_data_id: number | null
  visualizations: Query['visualizations']
  user: Query['user'] | null
  last_modified_by: Query['last_modified_by']
  created_at: string | null
  updated_at: string | null
  from_git?: Query['from_git']
}

export function newQuery(dataSourceId: number | null): EditableQuery {
  return {
    id: null,
    version: null,
    name: newQueryName,
    description: null,
    query: '',
    data_source_id: dataSourceId,
    options: { apply_auto_limit: true, parameters: [] },
    tags: [],
    schedule: null,
    next_refresh_at: null,
    schedule_failures: 0,
    is_draft: true,
    is_archived: false,
    is_favorite: false,
    is_safe: true,
    can_edit: true,
    api_key: null,
    latest_query_data_id: null,
    visualizations: [],
    user: null,
    last_modified_by: null,
    created_at: null,
    updated_at: null,
  }
}

/** Some answers omit `can_edit`, `is_favorite` and the key: known values are kept. */
export function editable(query: Query, before?: EditableQuery): EditableQuery {
  return {
    ...query,
    can_edit: query.can_edit ?? before?.can_edit ?? false,
    is_favorite: query.is_favorite ?? before?.is_favorite ?? false,
    api_key: query.api_key ?? before?.api_key ?? null,
  }
}
