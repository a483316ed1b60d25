import { holdActor, requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { requireVisible } from '#server/queries/index.ts'
import { defaultAlertName } from '#shared/alerts/alert-name.ts'
import { templateProblem } from '#shared/alerts/alert-template.ts'
import type * as api from '#shared/alerts/alerts-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { parametersOfText } from '#shared/parameters/detect-parameters.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { insertAlert, lockAlert, type StoredAlert, updateAlert } from './alert-store.ts'
import { requireChangeableAlert } from './require-alert.ts'
import { deleteSubscription, listSubscriptions, subscribe } from './subscription-store.ts'

type Needs = { db: Db }

/** Criteria and templates never need longer options. */
const maxOptionsLength = 200_000

/**
 * Throws not_found, auth.forbidden, request.invalid, alert.query_with_parameters, alert.query_archived and
 * alert.query_draft.
 */
export async function createStoredAlert(
  { db }: Needs,
  actor: Actor,
  body: BodyOf<typeof api.createAlert>,
): Promise<StoredAlert> {
  const userId = requireUserId(actor)
  const query = await requireWatchable(db, actor, body.query_id)
  return await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    return await insertAlert(tx, userId, {
      name: nameOf(body.name, query.name, body.options),
      query_id: query.id,
      options: optionsText(body.options),
      rearm: body.rearm ?? null,
    })
  })
}

/** Saves the sent fields; options are replaced as a whole. Throws as createStoredAlert, and auth.not_owner. */
export async function saveStoredAlert(
  { db }: Needs,
  actor: Actor,
  id: number,
  body: BodyOf<typeof api.saveAlert>,
): Promise<StoredAlert> {
  const stored = await requireChangeableAlert(db, actor, id)
  const moves = body.query_id !== undefined && body.query_id !== stored.query_id
  const query = moves
    ? await requireWatchable(db, actor, body.query_id ?? stored.query_id)
    : await requireVisible(db, actor, stored.query_id)
  const options = body.options ?? (JSON.parse(stored.options) as api.AlertOptions)
  const saved = await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    return await updateAlert(tx, id, {
      ...(body.name === undefined ? {} : { name: nameOf(body.name, query.name, options) }),
      ...(body.options === undefined ? {} : { options: optionsText(body.options) }),
      ...(body.rearm === undefined ? {} : { rearm: body.rearm }),
      ...(moves ? { query_id: query.id } : {}),
    })
  })
  if (saved === null) throw refuse('not_found')
  return saved
}

/** Throws not_found, auth.forbidden and auth.not_owner. */
export async function muteStoredAlert(
  { db }: Needs,
  actor: Actor,
  id: number,
  muted: boolean,
): Promise<void> {
  await requireChangeableAlert(db, actor, id)
  await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    const alert = await lockAlert(tx, id)
    if (alert === null) throw refuse('not_found')
    const options = { ...(JSON.parse(alert.options) as api.AlertOptions), muted }
    await updateAlert(tx, id, { options: JSON.stringify(options) })
  })
}

/**
 * Results of a query with parameters depend on the caller; an archived query has no new results; a draft is not ready
 * yet. A watched query that becomes a draft later stays watched, so that subscribers do not silently stop getting
 * messages.
 */
async function requireWatchable(db: Db, actor: Actor, queryId: number) {
  const query = await requireVisible(db, actor, queryId)
  if (query.is_archived) throw refuse('alert.query_archived', { field: 'query_id' })
  if (query.is_draft) throw refuse('alert.query_draft', { field: 'query_id' })
  if (parametersOfText(query.query_text, []).length > 0) {
    throw refuse('alert.query_with_parameters', { field: 'query_id' })
  }
  return query
}

function nameOf(given: string, queryName: string, options: api.AlertOptions): string {
  return given.trim() || defaultAlertName(queryName, options)
}

function optionsText(options: api.AlertOptions): string {
  for (const field of ['custom_subject', 'custom_body', 'template'] as const) {
    const problem = templateProblem(options[field] ?? '')
    if (problem !== null) throw invalid(field, phrase('the template cannot be read: {problem}', { problem }))
  }
  const text = JSON.stringify(options)
  if (text.length > maxOptionsLength) throw refuse('request.invalid', tooLong)
  return text
}

const tooLong = {
  field: 'options',
  reason: phrase('options: longer than {count} characters.', {
    count: maxOptionsLength.toLocaleString('en-US'),
  }),
}

function invalid(field: string, reason: Phrase) {
  return refuse('request.invalid', {
    field: `options.${field}`,
    reason: phrase('options.{field}: {reason}', { field, reason }),
  })
}

/** An alert as content in files describes it. */
export interface WantedAlert {
  name: string
  query_id: number
  options: api.AlertOptions
  rearm: number | null
  /** ids: the alert goes to these destinations and no others; subscribed users stay */
  destinations: readonly number[]
}

/** Makes an alert equal to what is wanted; `id` null: it is created. Returns its id. Throws as a save does. */
export async function putAlert(
  needs: Needs,
  actor: Actor,
  id: number | null,
  { destinations, ...values }: WantedAlert,
): Promise<number> {
  const { db } = needs
  const alert =
    id === null
      ? await createStoredAlert(needs, actor, values)
      : await saveStoredAlert(needs, actor, id, values)
  const present = await listSubscriptions(db, alert.id)
  for (const { id: subscription, destination } of present) {
    if (destination !== null && !destinations.includes(destination.id))
      await deleteSubscription(db, subscription)
  }
  for (const destination_id of destinations) {
    if (present.some(({ destination }) => destination?.id === destination_id)) continue
    const user_id = requireUserId(actor)
    const stored = await subscribe(db, actor.org_id, { alert_id: alert.id, user_id, destination_id })
    if (stored === null) throw refuse('alert.unknown_destination', { field: 'destinations' })
  }
  return alert.id
}
