import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { saveQuery } from '#shared/queries/queries-api.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { checkSchedule } from '#shared/schedules/check-schedule.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import { findPresentSnapshot, findSnapshotAt, insertRefusedVersion } from './query-version-store.ts'
import { maySeeSnapshot } from './read-version.ts'
import { refusedSave } from './versions/refused-save.ts'

/**
 * Keeps a save that met a version conflict: the query as the sender saw it, with the sent changes. Skips a save that
 * would have changed nothing.
 */
export async function keepRefusedSave(
  db: Db,
  actor: Actor,
  queryId: number,
  body: BodyOf<typeof saveQuery>,
): Promise<void> {
  const version = body.version ?? 0
  const base = await findBase(db, actor, queryId, version)
  const refused = refusedSave(base, sentFields(body))
  if (refused === null) return
  await insertRefusedVersion(db, queryId, { version, user_id: requireUserId(actor), ...refused })
}

/** The query as the sender saw it. If they may not see the text's data source, they do not get the text this way. */
async function findBase(db: Db, actor: Actor, queryId: number, version: number): Promise<QuerySnapshot> {
  const then = await findSnapshotAt(db, queryId, version)
  if (then !== null && (await maySeeSnapshot(db, actor, then))) return then
  return await findPresentSnapshot(db, queryId)
}

/** The fields of a save that belong to a snapshot, as they would have been stored. */
function sentFields(body: BodyOf<typeof saveQuery>): Partial<QuerySnapshot> {
  const sent: Partial<QuerySnapshot> = {}
  if (body.name !== undefined) sent.name = body.name
  if (body.description !== undefined) sent.description = body.description
  if (body.query !== undefined) sent.query = body.query
  if (body.data_source_id !== undefined) sent.data_source_id = body.data_source_id
  if (body.options !== undefined) sent.options = body.options ?? {}
  if (body.schedule !== undefined) sent.schedule = scheduleAsStored(body.schedule)
  if (body.tags !== undefined) sent.tags = cleanTags(body.tags)
  if (body.is_draft !== undefined) sent.is_draft = body.is_draft
  if (body.is_archived !== undefined) sent.is_archived = body.is_archived
  return sent
}

function scheduleAsStored(given: Record<string, unknown> | null): Record<string, unknown> | null {
  const checked = checkSchedule(given)
  if (!checked.ok) return given
  return checked.schedule && { ...checked.schedule }
}
