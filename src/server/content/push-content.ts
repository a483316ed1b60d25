import { holdActor } from '#server/identity/index.ts'
import { type Db, nestable } from '#server/kernel/index.ts'
import type { ContentResult, pushContent } from '#shared/content/content-api.ts'
import { type ContentKind, contentKey, contentKinds, nameOfContent } from '#shared/content/content-objects.ts'
import { Refusal, translatedDetails, translatedMessage } from '#shared/errors/refusal.ts'
import type { BodyOf, ReplyOf } from '#shared/http/endpoint.ts'
import { t } from '#shared/messages/translate.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findContent, type StoredContent } from './content-store.ts'
import { queryUuidsIn } from './dropdown-queries.ts'
import { findPushes, notePush } from './push-store.ts'
import { type PutNeeds, putObject, removeObject } from './put-object.ts'
import { hashOfContent, parseObject, type ReadObject } from './read-object.ts'

type Body = BodyOf<typeof pushContent>
type Reply = ReplyOf<typeof pushContent>
interface Change {
  base: string | null
  isOlder: boolean
  read: Extract<ReadObject, { ok: true }>
}

/** Ends the transaction without writing. */
class NothingWritten extends Error {}

/**
 * Writes and deletes content in one transaction (src/shared/content/content-api.ts). Queries and dashboards that name
 * each other's parts are written in the order of their kinds. `after` belongs to the transaction.
 */
export async function pushAll(
  needs: PutNeeds,
  actor: Actor,
  body: Body,
  after: (db: Db, results: readonly ContentResult[]) => Promise<void> = async () => {},
): Promise<Reply> {
  const { changes, results } = readChanges(body)
  let isApplied = false
  try {
    await needs.db.transaction().execute(async (tx) => {
      await holdActor(tx, actor)
      const within = { ...needs, db: nestable(tx) }
      for (const kind of contentKinds) {
        const ofKind = inOrder(changes.filter(({ read }) => read.object.kind === kind))
        results.push(...(await putKind(within, actor, kind, ofKind, body.overwrites === true)))
      }
      for (const kind of [...contentKinds].reverse())
        results.push(...(await removeKind(within, actor, kind, body)))
      isApplied = !body.is_dry_run && results.every(({ problem }) => problem === undefined)
      if (!isApplied) throw new NothingWritten()
      await after(within.db, results)
    })
  } catch (error) {
    if (!(error instanceof NothingWritten)) throw error
  }
  return { is_applied: isApplied, results }
}

/** Objects that cannot be read, or are sent twice, are refused; the others are changes. */
function readChanges(body: Body): { changes: Change[]; results: ContentResult[] } {
  const changes: Change[] = []
  const results: ContentResult[] = []
  const seen = new Set<string>()
  for (const { object, base, is_older: isOlder = false } of body.changes) {
    const read = parseObject(object)
    if (!read.ok) {
      const kind = contentKinds.find((known) => known === read.kind) ?? 'query'
      const { id, field, problem } = read
      results.push({ kind, id, name: id, outcome: 'refused', problem, field })
      continue
    }
    const key = contentKey(read.object)
    if (seen.has(key)) results.push(refused(read, t('The same object is sent twice.'), 'id'))
    else changes.push({ base, isOlder, read })
    seen.add(key)
  }
  return { changes, results }
}

const refused = ({ object }: Change['read'], problem: string, field: string): ContentResult => ({
  ...{ kind: object.kind, id: object.id, name: nameOfContent(object), outcome: 'refused', problem, field },
})

/** Queries after those that their dropdowns use, because each must exist when it is named. */
function inOrder(changes: readonly Change[]): Change[] {
  const byId = new Map(changes.map((change) => [change.read.object.id, change]))
  const ordered = new Set<Change>()
  const begun = new Set<Change>()
  // a list instead of recursion, because a chain may be as long as a push
  const waiting = [...changes].reverse()
  for (let change = waiting.pop(); change !== undefined; change = waiting.pop()) {
    if (begun.has(change)) {
      ordered.add(change)
      continue
    }
    begun.add(change)
    waiting.push(change)
    const { object } = change.read
    const used = object.kind === 'query' ? queryUuidsIn(object.options) : []
    for (const uuid of used.toReversed()) {
      const before = byId.get(uuid)
      if (before !== undefined && !begun.has(before)) waiting.push(before)
    }
  }
  return [...ordered]
}

/** How many are read at once: a text may have a megabyte. */
const batch = 50

async function putKind(
  needs: PutNeeds,
  actor: Actor,
  kind: ContentKind,
  changes: readonly Change[],
  overwrites: boolean,
): Promise<ContentResult[]> {
  const results: ContentResult[] = []
  for (let start = 0; start < changes.length; start += batch) {
    const some = changes.slice(start, start + batch)
    const keys = some.map(({ read }) => read.object.id)
    const stored = await findContent(needs.db, actor.org_id, kind, { keys })
    const present = new Map(stored.map((one) => [one.object.id, one]))
    const pushes = await findPushes(needs.db, actor.org_id, kind, keys)
    for (const change of some) {
      const { id } = change.read.object
      const pushed = pushes.get(id) ?? null
      const known = overwrites ? null : change.isOlder ? [pushed] : [change.base, pushed]
      results.push(await putOne(needs, actor, change, present.get(id) ?? null, known))
    }
  }
  return results
}

/** `known`: hashes that the sender knows of; null: they overwrite whatever is here. */
async function putOne(
  needs: PutNeeds,
  actor: Actor,
  { read, isOlder }: Change,
  present: StoredContent | null,
  known: readonly (string | null)[] | null,
): Promise<ContentResult> {
  const { object } = read
  const { kind, id } = object
  const named = { kind, id, name: nameOfContent(object) }
  const hash = hashOfContent(object)
  const isLive = present !== null && !present.is_archived
  if (isLive) {
    const hashHere = hashOfContent(present.object)
    if (hashHere === hash) {
      await notePush(needs.db, actor.org_id, { kind, key: id, hash })
      return { ...named, outcome: 'unchanged' }
    }
    // a group exists in each instance before its first push, so it has no known hash there
    const isForeign = known !== null && !known.includes(hashHere)
    if (isForeign && isOlder) return { ...named, outcome: 'left' }
    if (isForeign && kind !== 'group')
      return { ...named, outcome: 'conflict', problem: t('It was changed here since the last pull or push.') }
  }
  const failure = await trying(needs, (within) =>
    putObject(within, actor, present?.stored_id ?? null, object),
  )
  if (failure !== null) return { ...named, outcome: 'refused', ...failure }
  await notePush(needs.db, actor.org_id, { kind, key: id, hash })
  return { ...named, outcome: isLive ? 'updated' : 'created' }
}

async function removeKind(
  needs: PutNeeds,
  actor: Actor,
  kind: ContentKind,
  { deletions, overwrites = false }: Body,
): Promise<ContentResult[]> {
  const ofKind = deletions.filter((one) => one.kind === kind)
  const results: ContentResult[] = []
  for (const { id, base } of ofKind) {
    const [stored] = isKey(kind, id) ? await findContent(needs.db, actor.org_id, kind, { keys: [id] }) : []
    if (stored === undefined || stored.is_archived) {
      results.push({ kind, id, name: id, outcome: 'unchanged' })
      continue
    }
    const named = { kind, id, name: nameOfContent(stored.object) }
    const hashHere = hashOfContent(stored.object)
    const pushed = (await findPushes(needs.db, actor.org_id, kind, [id])).get(id)
    if (!overwrites && hashHere !== base && hashHere !== pushed) {
      const problem = t('It was changed here since the last pull or push.')
      results.push({ ...named, outcome: 'conflict', problem })
      continue
    }
    const failure = await trying(needs, (within) => removeObject(within, actor, stored.stored_id, kind))
    results.push(
      failure === null ? { ...named, outcome: 'deleted' } : { ...named, outcome: 'refused', ...failure },
    )
  }
  return results
}

const isKey = (kind: ContentKind, id: string) => kind === 'group' || /^[0-9a-f-]{36}$/.test(id)

/** Runs `work` in a savepoint; a refusal undoes it and is returned. */
async function trying(
  needs: PutNeeds,
  work: (within: PutNeeds) => Promise<void>,
): Promise<{ problem: string; field?: string } | null> {
  try {
    await needs.db.transaction().execute((db) => work({ ...needs, db }))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { field } = translatedDetails(error.details)
    return { problem: translatedMessage(error), ...(typeof field === 'string' ? { field } : {}) }
  }
}
