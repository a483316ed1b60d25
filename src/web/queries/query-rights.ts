import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import type { Embeddable } from '#web/embed-dialog/embed-dialog.tsx'
import { useClientConfig, useCurrentUser } from '#web/session/use-session.ts'
import type { EditableQuery } from './editable-query.ts'

export interface QueryRights {
  /** name, description, tags, text, visualizations; false for an archived query */
  mayEdit: boolean
  /** archiving, keys and permissions are for the owner and admins */
  mayArchive: boolean
  mayUnarchive: boolean
  mayPublish: boolean
  mayFork: boolean
  mayManagePermissions: boolean
  mayShowApiKey: boolean
  mayRegenerateApiKey: boolean
  maySeeHistory: boolean
  maySeeSource: boolean
  /** the shown visualization can become a widget */
  mayAddToDashboard: boolean
}

interface Viewer {
  id: number
  permissions: readonly string[]
}

interface Organization {
  showPermissionsControl: boolean
  disablePublicUrls: boolean
}

/**
 * What the page of a query offers the viewer (docs/reference/screens.md#query-rights). The server checks the same
 * rules.
 */
export function queryRights(
  query: Pick<EditableQuery, 'id' | 'can_edit' | 'is_draft' | 'is_archived' | 'api_key' | 'from_git'> & {
    user: { id: number } | null
  },
  source: Pick<DataSource, 'view_only'> | null,
  viewer: Viewer,
  organization: Organization,
): QueryRights {
  const has = (permission: string) => viewer.permissions.includes(permission)
  const isAdmin = has('admin')
  const isSaved = query.id !== null
  const isOwner = isSaved && (isAdmin || query.user?.id === viewer.id)
  const mayEdit = query.can_edit && !query.is_archived
  const usesSourceFully = isAdmin || (source !== null && source.view_only !== true)
  const mayShowApiKey = isSaved && !organization.disablePublicUrls && query.api_key !== null
  return {
    mayEdit,
    mayArchive: isOwner && mayEdit,
    mayUnarchive: isSaved && query.can_edit && query.is_archived,
    mayPublish: isSaved && mayEdit,
    mayFork: isSaved && has('edit_query') && usesSourceFully,
    mayManagePermissions: isOwner && organization.showPermissionsControl,
    mayShowApiKey,
    mayRegenerateApiKey: mayShowApiKey && isOwner,
    maySeeHistory: isSaved && (query.can_edit || (isOwner && query.from_git !== undefined)),
    maySeeSource: has('view_source'),
    mayAddToDashboard:
      isSaved && has('list_dashboards') && has('edit_dashboard') && !(query.is_draft && query.is_archived),
  }
}

/** What an embed of the query needs; null if public links are switched off or the viewer does not know its key. */
export function embeddable(query: EditableQuery, { mayShowApiKey }: QueryRights): Embeddable | null {
  const { id, api_key, is_safe } = query
  if (!mayShowApiKey || id === null || api_key === null) return null
  return { queryId: id, apiKey: api_key, isSafe: is_safe }
}

export function useQueryRights(query: EditableQuery, source: DataSource | null): QueryRights {
  const viewer = useCurrentUser()
  const organization = useClientConfig()
  return queryRights(query, source, viewer, organization)
}
