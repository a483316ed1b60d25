import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { autoLimitRows } from '#shared/queries/run-rules.ts'

/** One thing that differs between two states of a query, besides its text. */
export type SnapshotChange =
  | { kind: 'value'; label: string; before: string; after: string }
  | { kind: 'tags'; label: string; added: string[]; removed: string[] }
  /** pretty-printed; null: not there on that side */
  | { kind: 'json'; label: string; before: string | null; after: string | null }

/** How ids and stored records are named to the reader. */
export interface SnapshotWords {
  dataSource(id: number | null): string
  schedule(stored: QuerySnapshot['schedule']): string
}

type Options = QuerySnapshot['options']
type Visualization = QuerySnapshot['visualizations'][number]

export function snapshotChanges(
  before: QuerySnapshot,
  after: QuerySnapshot,
  words: SnapshotWords,
): SnapshotChange[] {
  return [
    ...valueChange('Name', before.name, after.name),
    ...valueChange('Description', before.description ?? '', after.description ?? ''),
    ...valueChange(
      'Data source',
      words.dataSource(before.data_source_id),
      words.dataSource(after.data_source_id),
    ),
    ...tagChange(before.tags, after.tags),
    ...scheduleChange(before, after, words),
    ...valueChange('Published', yesOrNo(!before.is_draft), yesOrNo(!after.is_draft)),
    ...valueChange('Archived', yesOrNo(before.is_archived), yesOrNo(after.is_archived)),
    ...optionChanges(before.options, after.options),
    ...visualizationChanges(before.visualizations, after.visualizations),
  ]
}

function yesOrNo(fact: boolean): string {
  return fact ? 'Yes' : 'No'
}

function valueChange(label: string, before: string, after: string): SnapshotChange[] {
  return before === after ? [] : [{ kind: 'value', label, before, after }]
}

function tagChange(before: readonly string[], after: readonly string[]): SnapshotChange[] {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  return added.length + removed.length === 0 ? [] : [{ kind: 'tags', label: 'Tags', added, removed }]
}

/** Schedules that read alike may differ in what the words leave out, such as the last day. */
function scheduleChange(before: QuerySnapshot, after: QuerySnapshot, words: SnapshotWords): SnapshotChange[] {
  if (isSame(before.schedule, after.schedule)) return []
  const [old, next] = [words.schedule(before.schedule), words.schedule(after.schedule)]
  if (old !== next) return [{ kind: 'value', label: 'Refresh schedule', before: old, after: next }]
  return jsonChange('Refresh schedule', before.schedule, after.schedule)
}

function optionChanges(before: Options, after: Options): SnapshotChange[] {
  const { apply_auto_limit: limitBefore, parameters: parametersBefore, ...restBefore } = before
  const { apply_auto_limit: limitAfter, parameters: parametersAfter, ...restAfter } = after
  const onOrOff = (value: unknown) => (value === true ? 'On' : 'Off')
  return [
    ...valueChange(`LIMIT ${autoLimitRows}`, onOrOff(limitBefore), onOrOff(limitAfter)),
    ...parameterChanges(namedParameters(parametersBefore), namedParameters(parametersAfter)),
    ...jsonChange('Options', restBefore, restAfter),
  ]
}

function namedParameters(stored: unknown): Map<string, unknown> {
  const named = new Map<string, unknown>()
  for (const one of Array.isArray(stored) ? stored : []) {
    if (isRecord(one) && typeof one.name === 'string') named.set(one.name, one)
  }
  return named
}

function parameterChanges(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): SnapshotChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changes = names.flatMap((name) =>
    jsonChange(`Parameter “${name}”`, before.get(name) ?? null, after.get(name) ?? null),
  )
  const order = (list: ReadonlyMap<string, unknown>) =>
    [...list.keys()].filter((name) => before.has(name) && after.has(name)).join(', ')
  return [...changes, ...valueChange('Order of parameters', order(before), order(after))]
}

/** By id; one that was deleted and came back with another id is known by its type and name. */
function visualizationChanges(
  before: readonly Visualization[],
  after: readonly Visualization[],
): SnapshotChange[] {
  const left = [...after]
  const take = (isIt: (one: Visualization) => boolean): Visualization | null => {
    const place = left.findIndex(isIt)
    return place === -1 ? null : (left.splice(place, 1)[0] ?? null)
  }
  const byId = before.map((old) => ({ old, next: take((one) => one.id === old.id) }))
  const pairs = byId.map(({ old, next }) => ({
    old,
    next: next ?? take((one) => one.type === old.type && one.name === old.name),
  }))
  return [
    ...pairs.flatMap(({ old, next }) =>
      jsonChange(
        next === null || next.name === old.name
          ? `Visualization “${old.name}”`
          : `Visualization “${old.name}”, now “${next.name}”`,
        withoutId(old),
        next && withoutId(next),
      ),
    ),
    ...left.flatMap((one) => jsonChange(`Visualization “${one.name}”`, null, withoutId(one))),
  ]
}

function withoutId({ type, name, description, options }: Visualization) {
  return { type, name, description, options }
}

function jsonChange(label: string, before: unknown, after: unknown): SnapshotChange[] {
  if (isSame(before, after)) return []
  return [{ kind: 'json', label, before: pretty(before), after: pretty(after) }]
}

function pretty(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value, null, 2)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The order of keys says nothing here. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a ?? null)) === JSON.stringify(sorted(b ?? null))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)])
}
