import { pushContent } from '#shared/content/content-api.ts'
import * as dashboards from '#shared/dashboards/dashboards-api.ts'
import { deleteWidget } from '#shared/dashboards/widgets-api.ts'
import * as sources from '#shared/data-sources/data-sources-api.ts'
import * as files from '#shared/data-sources/files-api.ts'
import * as gitSync from '#shared/git-sync/git-sync-api.ts'
import type { EndpointSpec } from '#shared/http/endpoint.ts'
import { saveOrganizationSettings } from '#shared/organizations/organizations-api.ts'
import * as grants from '#shared/permissions/access-grants-api.ts'
import * as queries from '#shared/queries/queries-api.ts'
import * as queryLife from '#shared/queries/query-life-api.ts'
import * as queryLists from '#shared/queries/query-lists-api.ts'
import { logIn, setUp } from '#shared/session/session-api.ts'
import * as snippets from '#shared/snippets/snippets-api.ts'
import { getOutdatedQueries, getQueueStatus } from '#shared/status/status-api.ts'
import { deleteVisualization } from '#shared/visualizations/visualizations-api.ts'
import { alertEvents } from './alert-events.ts'
import { peopleEvents } from './people-events.ts'
import { on, onObject, type RecordedEvent, signedIn } from './recorded-event.ts'
import { runEvents } from './run-events.ts'
import { downloadEvents, pageEvents } from './view-events.ts'

/** Of the objects of a push: an event is read as a whole. */
const maxListed = 100

/**
 * The events of successful requests: all of docs/reference/api-administration.md#recorded-events that Sextant
 * supports, under the names there (`regnerate_api_key` is spelled so, `redash` is the object of logins). Sextant
 * also records edited and archived queries, created dashboards and removed favorites. Events must not hold
 * secrets: no passwords, no options of data sources, no keys; objects opened by a token are named by id.
 */
export const recordedEvents: readonly RecordedEvent[] = [
  // queries
  on(queries.createQuery, ({ answer }) => ({
    action: 'create',
    object_type: 'query',
    object_id: answer.id,
  })),
  onObject(queries.getQuery, 'view', 'query'),
  onObject(queries.saveQuery, 'edit', 'query'),
  onObject(queries.archiveQuery, 'archive', 'query'),
  ...[queries.listQueries, queryLists.listMyQueries, queryLists.listArchivedQueries].map((endpoint) =>
    onList(endpoint, 'query'),
  ),
  on(queryLists.listFavoriteQueries, ({ query }) => favoritesLoaded('query', query)),
  on(queryLife.forkQuery, ({ params, answer }) => ({
    action: 'fork',
    object_type: 'query',
    object_id: params.id,
    properties: { fork_id: answer.id },
  })),
  onObject(queryLife.regenerateQueryApiKey, 'regnerate_api_key', 'query'),
  onObject(queryLife.favoriteQuery, 'favorite', 'query'),
  onObject(queryLife.unfavoriteQuery, 'unfavorite', 'query'),
  ...grantEvents('queries', grants.grantQueryAccess, grants.revokeQueryAccess),

  // dashboards
  on(dashboards.createDashboard, ({ answer }) => ({
    action: 'create',
    object_type: 'dashboard',
    object_id: answer.id,
  })),
  on(dashboards.getDashboard, ({ answer }) => ({
    action: 'view',
    object_type: 'dashboard',
    object_id: answer.id,
  })),
  onObject(dashboards.saveDashboard, 'edit', 'dashboard'),
  onObject(dashboards.archiveDashboard, 'archive', 'dashboard'),
  ...[dashboards.listDashboards, dashboards.listMyDashboards].map((endpoint) =>
    onList(endpoint, 'dashboard'),
  ),
  on(dashboards.listFavoriteDashboards, ({ query }) => favoritesLoaded('dashboard', query)),
  on(dashboards.forkDashboard, ({ params, answer }) => ({
    action: 'fork',
    object_type: 'dashboard',
    object_id: params.id,
    properties: { fork_id: answer.id },
  })),
  onObject(dashboards.shareDashboard, 'activate_api_key', 'dashboard'),
  onObject(dashboards.unshareDashboard, 'deactivate_api_key', 'dashboard'),
  onObject(dashboards.favoriteDashboard, 'favorite', 'dashboard'),
  onObject(dashboards.unfavoriteDashboard, 'unfavorite', 'dashboard'),
  onObject(dashboards.pinDashboard, 'pin', 'dashboard'),
  onObject(dashboards.unpinDashboard, 'unpin', 'dashboard'),
  ...grantEvents('dashboards', grants.grantDashboardAccess, grants.revokeDashboardAccess),
  onObject(deleteWidget, 'delete', 'widget'),
  onObject(deleteVisualization, 'delete', 'Visualization'),

  // data sources
  on(sources.listDataSources, () => ({
    action: 'list',
    object_type: 'datasource',
    object_id: 'admin/data_sources',
  })),
  onObject(sources.getDataSource, 'view', 'datasource'),
  on(sources.createDataSource, ({ answer }) => ({
    action: 'create',
    object_type: 'datasource',
    object_id: answer.id,
  })),
  onObject(sources.saveDataSource, 'edit', 'datasource'),
  onObject(sources.deleteDataSource, 'delete', 'datasource'),
  onObject(sources.pauseDataSource, 'pause', 'datasource'),
  onObject(sources.resumeDataSource, 'resume', 'datasource'),
  on(sources.testDataSource, ({ params, answer }) => ({
    action: 'test',
    object_type: 'datasource',
    object_id: params.id,
    // without the message: it comes from the database and may quote input
    properties: { result: answer.ok ? 'success' : 'failure' },
  })),
  on(sources.testOptions, ({ body, answer }) => ({
    action: 'test',
    object_type: 'datasource',
    object_id: null,
    properties: { type: body.type, result: answer.ok ? 'success' : 'failure' },
  })),

  // uploaded files
  onObject(files.createFile, 'upload_file', 'datasource'),
  on(files.placeFile, ({ params, body }) => ({
    action: 'save_file',
    object_type: 'datasource',
    object_id: params.id,
    properties: { file_id: params.file_id, table: body.table_name, mode: body.mode },
  })),
  ...(
    [
      [files.deleteFile, 'delete_file'],
      [files.downloadFile, 'download_file'],
    ] as const
  ).map(([endpoint, action]) =>
    on(endpoint, ({ params }) => ({
      action,
      object_type: 'datasource',
      object_id: params.id,
      properties: { file_id: params.file_id },
    })),
  ),

  // content as files: the versions of queries and dashboards say more
  on(pushContent, ({ answer }) =>
    answer.is_applied
      ? {
          ...{ action: 'push', object_type: 'content' },
          properties: Object.fromEntries(
            (['created', 'updated', 'deleted'] as const).map((outcome) => {
              const some = answer.results.filter((result) => result.outcome === outcome)
              return [outcome, some.slice(0, maxListed).map(({ kind, name }) => `${kind} ${name}`)]
            }),
          ),
        }
      : null,
  ),

  ...[
    on(gitSync.saveGitSync, ({ body }) => ({
      ...{ action: 'edit', object_type: 'git_sync' },
      properties: { remote: body.remote, url: body.url, branch: body.branch, folder: body.folder },
    })),
    on(gitSync.deleteGitSync, () => ({ action: 'delete', object_type: 'git_sync' })),
    on(gitSync.startGitSync, ({ body, answer }) => ({
      ...{ action: body.is_plan ? 'plan' : 'execute', object_type: 'git_sync' },
      properties: { run_id: answer.run_id, overwrites: body.overwrites === true },
    })),
    on(gitSync.detachFromGit, ({ body }) => ({
      ...{ action: 'detach', object_type: 'git_sync', object_id: body.id, properties: { kind: body.kind } },
    })),
    on(gitSync.attachToGit, ({ params }) => ({
      ...{ action: 'attach', object_type: 'git_sync', properties: { kind: params.kind, uuid: params.id } },
    })),
  ],

  // people, groups, snippets
  ...peopleEvents,
  on(snippets.listSnippets, () => ({ action: 'list', object_type: 'query_snippet' })),
  onObject(snippets.getSnippet, 'view', 'query_snippet'),
  on(snippets.createSnippet, ({ answer }) => ({
    action: 'create',
    object_type: 'query_snippet',
    object_id: answer.id,
  })),
  onObject(snippets.saveSnippet, 'edit', 'query_snippet'),
  onObject(snippets.deleteSnippet, 'delete', 'query_snippet'),
  on(saveOrganizationSettings, ({ body, answer, actor, request: { previously } }) => {
    // a setting that the server has forced back to its value was not changed
    const settings: Readonly<Record<string, unknown>> = answer.settings
    const before = (key: string) => previously?.[key] ?? null
    const isForced = (key: string, value: unknown) =>
      isSame(settings[key], before(key)) && !isSame(settings[key], value)
    const changed = Object.entries(body).filter(([key, value]) => !isForced(key, value))
    return {
      action: 'edit',
      object_type: 'settings',
      object_id: actor?.org_id ?? null,
      properties: {
        new_values: Object.fromEntries(changed),
        previous_values: Object.fromEntries(changed.map(([key]) => [key, before(key)])),
      },
    }
  }),
  on(getOutdatedQueries, () => ({ action: 'list', object_type: 'outdated_queries' })),
  on(getQueueStatus, () => ({ action: 'list', object_type: 'rq_status' })),
  on(logIn, signedIn),
  on(setUp, signedIn),

  ...alertEvents,
  ...runEvents,
  ...downloadEvents,
  ...pageEvents,
]

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** A list or a search. */
function onList(endpoint: EndpointSpec, object_type: string): RecordedEvent {
  return on(endpoint, ({ query }) => {
    const { q } = query as { q?: string }
    if (q === undefined || q.trim() === '') return { action: 'list', object_type }
    return { action: 'search', object_type, properties: { term: shortened(q) } }
  })
}

function favoritesLoaded(
  object_type: string,
  {
    q,
    tags,
    page,
  }: { q?: string | undefined; tags?: string | string[] | undefined; page?: string | undefined },
) {
  const asked = { q: q === undefined ? null : shortened(q), page: page?.slice(0, 20) ?? null }
  const names = (tags === undefined ? [] : [tags].flat()).slice(0, 20).map(shortened)
  return { action: 'load_favorites', object_type, properties: { params: { ...asked, tags: names } } }
}

function grantEvents(
  object_type: 'queries' | 'dashboards',
  grant: typeof grants.grantQueryAccess | typeof grants.grantDashboardAccess,
  revoke: typeof grants.revokeQueryAccess | typeof grants.revokeDashboardAccess,
): RecordedEvent[] {
  return [
    on(grant, ({ params, body }) => ({
      action: 'grant_permission',
      object_type,
      object_id: params.id,
      properties: { grantee: body.user_id, access_type: body.access_type },
    })),
    on(revoke, ({ params, body }) => ({
      action: 'revoke_permission',
      object_type,
      object_id: params.id,
      properties: { grantee_id: body.user_id, access_type: body.access_type },
    })),
  ]
}

function shortened(text: string): string {
  return text.slice(0, 500)
}
