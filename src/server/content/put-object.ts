import { deleteAlert, putAlert } from '#server/alerting/index.ts'
import { archiveStoredDashboard, putDashboard } from '#server/dashboards/index.ts'
import { linkDataSource, requireUserId, setLinkAccess, unlinkDataSource } from '#server/identity/index.ts'
import type { Db, Secrets } from '#server/kernel/index.ts'
import { archiveStoredQuery, deleteSnippet, putQuery, putSnippet } from '#server/queries/index.ts'
import type {
  ContentAlert,
  ContentDashboard,
  ContentGroup,
  ContentKind,
  ContentObject,
  ContentQuery,
  ContentSnippet,
} from '#shared/content/content-objects.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { queryUuidsIn, withQueryIds } from './dropdown-queries.ts'
import { findIdsByName, findIdsByUuid, setUuid } from './push-store.ts'

export interface PutNeeds {
  db: Db
  secrets: Secrets
  clock: () => Date
}

/** Makes the object here equal to that of a file; `id` null: it is created. Throws as a save by the actor does. */
export async function putObject(
  needs: PutNeeds,
  actor: Actor,
  id: number | null,
  object: ContentObject,
): Promise<void> {
  switch (object.kind) {
    case 'query':
      return await putQueryObject(needs, actor, id, object)
    case 'dashboard':
      return await putDashboardObject(needs, actor, id, object)
    case 'alert':
      return await putAlertObject(needs, actor, id, object)
    case 'snippet':
      return await putSnippetObject(needs, actor, id, object)
    case 'group':
      return await putGroupObject(needs, actor, id, object)
  }
}

/** Queries and dashboards are archived. Throws as the actor's own deletion does. */
export async function removeObject(
  { db }: { db: Db },
  actor: Actor,
  id: number,
  kind: ContentKind,
): Promise<void> {
  if (kind === 'query') await archiveStoredQuery({ db }, actor, id)
  else if (kind === 'dashboard') await archiveStoredDashboard({ db }, actor, id)
  else if (kind === 'alert') await deleteAlert(db, id)
  else if (kind === 'snippet') await deleteSnippet(db, id)
  else throw invalid('kind', phrase('kind: files do not delete groups.'))
}

function invalid(field: string, reason: Phrase) {
  return refuse('request.invalid', { field, reason })
}

async function putQueryObject(needs: PutNeeds, actor: Actor, id: number | null, object: ContentQuery) {
  const { db } = needs
  const ids = await findIdsByUuid(db, actor.org_id, 'query', queryUuidsIn(object.options))
  for (const uuid of queryUuidsIn(object.options)) {
    if (!ids.has(uuid))
      throw invalid('options.parameters', phrase('options.parameters: there is no query {uuid}.', { uuid }))
  }
  const source = object.data_source
  const dataSourceId = source === null ? null : await requireSource(db, actor, 'data_source', source)
  const queryId = await putQuery(needs, actor, id, {
    values: {
      ...{ name: object.name, query: object.text, tags: object.tags, is_draft: object.is_draft },
      ...{ description: object.description === '' ? null : object.description, is_archived: false },
      ...{ schedule: object.schedule, options: withQueryIds(object.options, ids) },
      ...(dataSourceId === null ? {} : { data_source_id: dataSourceId }),
    },
    visualizations: object.visualizations.map(({ id: uuid, options, ...values }) => ({
      ...{ uuid, ...values, options: JSON.stringify(options) },
    })),
  })
  if (id === null) await setUuid(db, 'queries', queryId, object.id)
}

async function requireSource(db: Db, actor: Actor, field: string, name: string): Promise<number> {
  const id = (await findIdsByName(db, actor.org_id, 'data_sources')).get(name)
  if (id !== undefined) return id
  throw invalid(field, phrase('{field}: there is no data source "{name}" here.', { field, name }))
}

async function putDashboardObject(
  needs: PutNeeds,
  actor: Actor,
  id: number | null,
  object: ContentDashboard,
) {
  const { db } = needs
  const uuids = object.widgets.flatMap(({ visualization }) => visualization ?? [])
  const ids = await findIdsByUuid(db, actor.org_id, 'visualization', uuids)
  const widgets = object.widgets.map(({ id: uuid, visualization, text, options }, place) => {
    const found = visualization === null ? null : ids.get(visualization)
    if (found === undefined) {
      const field = `widgets.${place}.visualization`
      const reason = phrase('{field}: there is no visualization {uuid}.', {
        field,
        uuid: visualization ?? '',
      })
      throw invalid(field, reason)
    }
    return { uuid, visualization_id: found, text: found !== null && text === '' ? null : text, options }
  })
  const { kind: _, id: uuid, ...values } = object
  const dashboardId = await putDashboard(needs, actor, id, { ...values, widgets })
  if (id === null) await setUuid(db, 'dashboards', dashboardId, uuid)
}

async function putAlertObject(needs: PutNeeds, actor: Actor, id: number | null, object: ContentAlert) {
  const { db } = needs
  const queryId = (await findIdsByUuid(db, actor.org_id, 'query', [object.query])).get(object.query)
  if (queryId === undefined)
    throw invalid('query', phrase('query: there is no query {uuid}.', { uuid: object.query }))
  const known = await findIdsByName(db, actor.org_id, 'destinations')
  const destinations = object.destinations.map((name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const reason = phrase('destinations: there is no alert destination "{name}" here.', { name })
    throw invalid('destinations', reason)
  })
  const { name, options, rearm } = object
  const wanted = { name, query_id: queryId, options, rearm, destinations }
  const alertId = await putAlert(needs, actor, id, wanted)
  if (id === null) await setUuid(db, 'alerts', alertId, object.id)
}

async function putSnippetObject({ db }: PutNeeds, actor: Actor, id: number | null, object: ContentSnippet) {
  const { org_id } = actor
  const { id: uuid, trigger, description, snippet } = object
  const owner = { org_id, user_id: requireUserId(actor) }
  const outcome = await putSnippet(db, owner, id, { uuid, trigger: trigger.trim(), description, snippet })
  if (outcome === 'trigger_taken')
    throw refuse('snippet.trigger_taken', { field: 'trigger', trigger: trigger.trim() })
}

/** Groups are made by people, because members and permissions are not content. */
async function putGroupObject({ db }: PutNeeds, actor: Actor, id: number | null, object: ContentGroup) {
  if (id === null) throw invalid('id', phrase('There is no group "{name}" here.', { name: object.id }))
  const known = await findIdsByName(db, actor.org_id, 'data_sources')
  const wanted = new Map<number, boolean>()
  for (const [name, access] of Object.entries(object.data_sources))
    wanted.set(await requireSource(db, actor, 'data_sources', name), access === 'view_only')
  for (const sourceId of known.values()) {
    const viewOnly = wanted.get(sourceId)
    if (viewOnly === undefined) await unlinkDataSource(db, id, sourceId)
    else {
      await linkDataSource(db, id, sourceId)
      await setLinkAccess(db, id, sourceId, viewOnly)
    }
  }
}
