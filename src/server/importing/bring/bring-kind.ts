import type { Db, Secrets } from '#server/kernel/index.ts'
import { textOf } from '../redash/fields.ts'
import type { Redash } from '../redash/read-redash.ts'
import type { Row } from '../redash/redash-store.ts'
import type { RedashTable } from '../redash/redash-tables.ts'
import {
  type Item,
  idsByKey,
  listItems,
  nextIds,
  presentIds,
  readRows,
  reserveIds,
  saveItems,
  type Target,
  type Values,
} from './bring-store.ts'
import { hashOf } from './item-hash.ts'
import type { Reporting } from './report.ts'
import { changeRow, insertFree, takenHere } from './write-rows.ts'

export interface ImportOptions {
  /** replace also what was changed here */
  overwrite: boolean
  /** without schedules, and with muted alerts */
  paused: boolean
}

/** What the phases of an import share. */
export interface Bringing {
  db: Db
  orgId: number
  redash: Redash
  secrets: Secrets
  options: ImportOptions
  /** nothing of this will stay */
  isTrial: boolean
  report: Reporting
  /** our ids by theirs, for each kind that is here */
  ids: Map<string, Map<number, number>>
  /** types of data sources here, by their id */
  sourceTypes: Map<number, string>
  /** the owner of what has none; 0: there is no user yet */
  fallbackUserId: number
}

/** The columns of one item. */
export interface Made {
  /** compared with what is here, to see whether it was changed */
  values: Values
  /** written only with a new item: it changes by itself, or belongs to its owner from then on */
  once: Values
  /** written with a new item and with each change, but not compared */
  always?: Values
  /** an object per column, to be sealed */
  sealed?: Readonly<Record<string, object>>
}

export interface Kind {
  /** as the report and the map name it */
  kind: string
  from: RedashTable
  to: Target
  /** what an item is known by, besides its id: one that is here before the first import stays as it is */
  match?: {
    columns: readonly string[]
    key(row: Row): readonly unknown[] | null
    /** why the matching row here must not be used; null: it may be */
    objection?(here: Values): string | null
  }
  /** columns that stay as they are here when an item changes there */
  stays?: readonly string[]
  /** null: the item cannot come; `make` has said why, or it belongs to another organization */
  make(row: Row, bringing: Bringing): Made | null | Promise<Made | null>
  /** called with the ids here after a page was written */
  after?(bringing: Bringing, ids: { made: readonly number[]; changed: readonly number[] }): Promise<void>
}

export const idOf = (row: Row): number => Number(row['id'])

/** Our id of an item of Redash; null: it is not here. */
export function ourId({ ids }: Bringing, kind: string, theirs: unknown): number | null {
  return typeof theirs === 'number' ? (ids.get(kind)?.get(theirs) ?? null) : null
}

export function note({ report }: Bringing, kind: string, row: Row, text: string): void {
  report.note({ kind, id: String(row['shown_id'] ?? row['id'] ?? ''), name: textOf(row, 'name', 100), text })
}

const bytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

export { bytea as byteaOf }

/** Brings the items of a kind: new ones, and those that have changed there but not here. */
export async function bringKind(bringing: Bringing, spec: Kind): Promise<void> {
  const place = { org_id: bringing.orgId, origin: bringing.redash.origin, kind: spec.kind }
  const known = await listItems(bringing.db, place)
  const ours = [...known.values()].flatMap(({ our_id }) => our_id ?? [])
  const present = await presentIds(bringing.db, spec.to, ours)
  const ids = new Map<number, number>()
  bringing.ids.set(spec.kind, ids)
  for (const [key, { our_id }] of known) {
    if (our_id !== null && present.has(our_id)) ids.set(Number(key), our_id)
  }
  const { matched, refused } = await matchItems(bringing, spec, known)
  for (const [theirs, id] of matched) ids.set(theirs, id)
  await giveIds(bringing, spec, { known, isSettled: (id) => matched.has(id) || refused.has(id), ids })
  for await (const page of bringing.redash.pages(spec.from)) {
    await bringPage(bringing, spec, { page, known, matched, refused, ids, place })
  }
}

type Known = ReadonlyMap<string, Item>

async function matchItems(bringing: Bringing, { match, from, to }: Kind, known: Known) {
  const matched = new Map<number, number>()
  const refused = new Map<number, string>()
  if (match === undefined) return { matched, refused }
  const byKey = await idsByKey(bringing.db, to, bringing.orgId, match.columns)
  const taken = new Set([...known.values()].map(({ our_id }) => our_id))
  for await (const page of bringing.redash.pages(from)) {
    const found = page.flatMap((row) => {
      const key = match.key(row)
      const id = key === null ? undefined : byKey.get(JSON.stringify(key))
      return id === undefined || known.has(String(idOf(row))) || taken.has(id) ? [] : [{ row, id }]
    })
    const here = await readRows(
      bringing.db,
      to,
      found.map(({ id }) => id),
    )
    for (const { row, id } of found) {
      const objection = match.objection?.(here.get(id) ?? {}) ?? null
      if (objection !== null) refused.set(idOf(row), objection)
      else if (!taken.has(id)) matched.set(idOf(row), id)
      taken.add(id)
    }
  }
  return { matched, refused }
}

/** A new item keeps its id if that is free here. */
async function giveIds(
  { db, redash, isTrial }: Bringing,
  { from, to }: Kind,
  { known, isSettled, ids }: { known: Known; isSettled(id: number): boolean; ids: Map<number, number> },
): Promise<void> {
  const fresh = (await redash.ids(from)).filter((id) => !known.has(String(id)) && !isSettled(id))
  if (fresh.length === 0) return
  if (!redash.keepsIds) {
    const next = await nextIds(db, to, fresh.length)
    for (const id of fresh) ids.set(id, next.pop() ?? id)
    return
  }
  // a trial leaves no gap behind
  if (!isTrial) await reserveIds(db, to, Math.max(...fresh))
  const taken = await presentIds(db, to, fresh)
  const next = await nextIds(db, to, taken.size)
  for (const id of fresh) ids.set(id, taken.has(id) ? (next.pop() ?? id) : id)
}

interface PageWork {
  page: readonly Row[]
  known: Known
  matched: ReadonlyMap<number, number>
  /** with the reason */
  refused: ReadonlyMap<number, string>
  ids: Map<number, number>
  place: { org_id: number; origin: string; kind: string }
}

interface Planned {
  theirs: number
  id: number
  made: Made
  their_hash: Buffer
}

async function bringPage(bringing: Bringing, spec: Kind, work: PageWork): Promise<void> {
  const { db, report } = bringing
  const { page, known, matched, refused, ids, place } = work
  const fresh: (Planned & { row: Row })[] = []
  const differing: (Planned & { before: Item | null; row: Row })[] = []
  for (const row of page) {
    const theirs = idOf(row)
    const before = known.get(String(theirs)) ?? null
    const id = ids.get(theirs)
    const reason = refused.get(theirs)
    if (reason !== undefined) {
      report.count(spec.kind, 'left_out')
      note(bringing, spec.kind, row, reason)
      continue
    }
    if (id === undefined) {
      report.count(spec.kind, 'deleted_here')
      continue
    }
    const made = await spec.make(row, bringing)
    if (made === null) {
      ids.delete(theirs)
      report.count(spec.kind, 'left_out')
      continue
    }
    const planned = { theirs, id, made, their_hash: hashOf([made.values, made.sealed ?? {}]) }
    if (before?.their_hash.equals(planned.their_hash)) report.count(spec.kind, 'same')
    else if (before !== null || matched.has(theirs)) differing.push({ ...planned, before, row })
    else fresh.push({ ...planned, row })
  }
  const added = await insertFree(db, spec.to, fresh, ({ id, made }) => ({
    ...{ id, ...made.values, ...made.once, ...made.always },
    ...sealedColumns(bringing, made),
  }))
  for (const one of fresh) {
    report.count(spec.kind, added.includes(one) ? 'new' : 'left_out')
    if (added.includes(one)) continue
    ids.delete(one.theirs)
    note(bringing, spec.kind, one.row, takenHere)
  }
  const changed = await changeItems(bringing, spec, { differing, place })
  const written = [...added, ...changed]
  const rows = await readRows(
    db,
    spec.to,
    written.map(({ id }) => id),
  )
  await saveItems(
    db,
    place,
    written.map(({ theirs, id, made, their_hash }) => ({
      ...{ their_key: String(theirs), our_id: id, their_hash },
      our_hash: hashHere(bringing, made, rows.get(id) ?? {}),
    })),
  )
  const made = added.map(({ id }) => id)
  if (written.length > 0) await spec.after?.(bringing, { made, changed: changed.map(({ id }) => id) })
}

function sealedColumns({ secrets }: Bringing, { sealed = {} }: Made): Values {
  return Object.fromEntries(
    Object.entries(sealed).map(([column, content]) => [column, bytea(secrets.seal(content))]),
  )
}

/** Of a row here: the columns that are compared, with what is sealed in them. */
function hashHere({ secrets }: Bringing, { values, sealed = {} }: Made, row: Values): Buffer {
  const opened = Object.keys(sealed).map((column) => {
    const text = row[column]
    return typeof text === 'string' ? secrets.unseal(Buffer.from(text.slice(2), 'hex')) : null
  })
  return hashOf([Object.keys(values).map((column) => row[column]), opened])
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** Writes what has changed there, except where it was changed here as well, or was here before. */
async function changeItems(
  bringing: Bringing,
  { kind, to, stays = [] }: Kind,
  {
    differing,
    place,
  }: { differing: readonly (Planned & { before: Item | null; row: Row })[]; place: PageWork['place'] },
): Promise<Planned[]> {
  const { db, options, report } = bringing
  const rows = await readRows(
    db,
    to,
    differing.map(({ id }) => id),
  )
  const changed: Planned[] = []
  for (const planned of differing) {
    const { id, before, made, row, their_hash } = planned
    const present = rows.get(id) ?? {}
    const isOurs = before?.our_hash != null && !before.our_hash.equals(hashHere(bringing, made, present))
    if (options.overwrite || (before?.our_hash != null && !isOurs)) {
      const values = { ...made.values, ...made.always, ...sealedColumns(bringing, made) }
      for (const column of stays.filter((name) => differs(present[name], made.values[name])))
        note(bringing, kind, row, `Redash has another value of ${column}; the one here stays.`)
      const written = Object.fromEntries(Object.entries(values).filter(([name]) => !stays.includes(name)))
      const isWritten = await changeRow(db, to, id, written)
      report.count(kind, isWritten ? 'changed' : 'kept')
      if (isWritten) changed.push(planned)
      else note(bringing, kind, row, takenHere)
    } else if (before === null) {
      report.count(kind, 'here_before')
      const item = { their_key: String(planned.theirs), our_id: id, their_hash, our_hash: null }
      await saveItems(db, place, [item])
    } else {
      report.count(kind, 'kept')
      note(
        bringing,
        kind,
        row,
        'It has changed in Redash and here; what is here stays (--overwrite replaces it).',
      )
    }
  }
  return changed
}
