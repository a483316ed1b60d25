import {
  type ContentKind,
  type ContentObject,
  contentKey,
  contentKinds,
  nameOfContent,
} from '#shared/content/content-objects.ts'
import { hashOfContent } from '../read-object.ts'

/** By `contentKey`: the hash of what a folder and an instance had in common at the last pull or push. */
export type Known = Readonly<Record<string, string>>

export interface Step {
  kind: ContentKind
  id: string
  name: string
  /**
   * `both`: both have changed it; `there`: only the instance has, unless it was a push, which the instance knows;
   * `new there`: only the instance has it
   */
  step: 'create' | 'update' | 'delete' | 'same' | 'there' | 'both' | 'new there'
  /** which fields differ, for an update */
  fields: readonly string[]
  base: string | null
}

/** What a push of a folder would change in an instance. */
export function planContent(
  here: readonly ContentObject[],
  there: readonly ContentObject[],
  known: Known,
): Step[] {
  const remote = new Map(there.map((object) => [contentKey(object), object]))
  const local = new Map(here.map((object) => [contentKey(object), object]))
  const steps = here.map((object) => stepOf(object, remote.get(contentKey(object)), known))
  for (const object of there) {
    const key = contentKey(object)
    if (local.has(key)) continue
    // groups are not made or deleted by files
    const wasHere = known[key] !== undefined && object.kind !== 'group'
    steps.push(named(object, wasHere ? 'delete' : 'new there', [], known[key] ?? null))
  }
  const place = (step: Step) => contentKinds.indexOf(step.kind)
  return steps.sort((one, other) => place(one) - place(other) || one.name.localeCompare(other.name))
}

function stepOf(object: ContentObject, remote: ContentObject | undefined, known: Known): Step {
  const base = known[contentKey(object)] ?? null
  if (remote === undefined) return named(object, 'create', [], base)
  const [here, there] = [hashOfContent(object), hashOfContent(remote)]
  if (here === there) return named(object, 'same', [], base)
  const fields = differingFields(object, remote)
  if (base !== null && here === base) return named(object, 'there', fields, base)
  return named(object, base !== null && there !== base ? 'both' : 'update', fields, base)
}

function named(
  object: ContentObject,
  step: Step['step'],
  fields: readonly string[],
  base: string | null,
): Step {
  return { kind: object.kind, id: object.id, name: nameOfContent(object), step, fields, base }
}

function differingFields(one: ContentObject, other: ContentObject): string[] {
  const [left, right] = [one, other] as unknown as Record<string, unknown>[]
  return Object.keys(one).filter((field) => JSON.stringify(left?.[field]) !== JSON.stringify(right?.[field]))
}

export interface PullPlan {
  /** objects of the instance to write */
  write: ContentObject[]
  /** keys of objects that are gone there */
  remove: string[]
  /** keys that were changed on both sides since the last pull or push: left as they are */
  conflicts: string[]
  known: Record<string, string>
}

/**
 * What a pull writes into a folder. Objects that were changed only here stay; so do new ones. With `overwrites`, the
 * instance wins everywhere, but new objects stay.
 */
export function planPull(
  here: readonly ContentObject[],
  there: readonly ContentObject[],
  known: Known,
  overwrites: boolean,
): PullPlan {
  const local = new Map(here.map((object) => [contentKey(object), hashOfContent(object)]))
  const plan: PullPlan = { write: [], remove: [], conflicts: [], known: {} }
  for (const object of there) {
    const key = contentKey(object)
    const [mine, base, theirs] = [local.get(key), known[key], hashOfContent(object)]
    const changedHere = base !== undefined ? mine !== base : mine !== undefined && mine !== theirs
    const changedThere = base === undefined || theirs !== base
    if (overwrites || !changedHere || mine === theirs) {
      plan.write.push(object)
      plan.known[key] = theirs
    } else {
      if (changedThere) plan.conflicts.push(key)
      if (base !== undefined) plan.known[key] = base
    }
  }
  const remote = new Set(there.map(contentKey))
  for (const [key, mine] of local) {
    if (remote.has(key) || known[key] === undefined) continue
    if (overwrites || mine === known[key]) plan.remove.push(key)
    else plan.conflicts.push(key)
  }
  return plan
}
