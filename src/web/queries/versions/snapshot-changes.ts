import { t } from '#shared/messages/translate.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { autoLimitOf, autoLimitRows } from '#shared/queries/run-rules.ts'
import {
  factChange,
  isRecord,
  isSame,
  jsonChange,
  pairUp,
  type SnapshotChange,
  tagChange,
  valueChange,
} from '#web/versions/snapshot-change.ts'

/** How ids and stored records are shown to the user. */
export interface SnapshotWords {
  dataSource(id: number | null): string
  schedule(stored: QuerySnapshot['schedule']): string
}

type Options = QuerySnapshot['options']
type Visualization = QuerySnapshot['visualizations'][number]

/** The differences besides the text. */
export function snapshotChanges(
  before: QuerySnapshot,
  after: QuerySnapshot,
  words: SnapshotWords,
): SnapshotChange[] {
  return [
    ...valueChange(t('Name'), before.name, after.name),
    ...valueChange(t('Description'), before.description ?? '', after.description ?? ''),
    ...valueChange(
      t('Data source'),
      words.dataSource(before.data_source_id),
      words.dataSource(after.data_source_id),
    ),
    ...tagChange(before.tags, after.tags),
    ...scheduleChange(before, after, words),
    ...factChange(t('Published'), !before.is_draft, !after.is_draft),
    ...factChange(t('Archived'), before.is_archived, after.is_archived),
    ...optionChanges(before.options, after.options),
    ...visualizationChanges(before.visualizations, after.visualizations),
  ]
}

/** Schedules that read alike may differ in parts that the words omit, such as the last day. */
function scheduleChange(before: QuerySnapshot, after: QuerySnapshot, words: SnapshotWords): SnapshotChange[] {
  if (isSame(before.schedule, after.schedule)) return []
  const [old, next] = [words.schedule(before.schedule), words.schedule(after.schedule)]
  if (old !== next) return [{ kind: 'value', label: t('Refresh schedule'), before: old, after: next }]
  return jsonChange(t('Refresh schedule'), before.schedule, after.schedule)
}

function optionChanges(before: Options, after: Options): SnapshotChange[] {
  const { apply_auto_limit: _, auto_limit_rows: __, parameters: parametersBefore, ...restBefore } = before
  const { apply_auto_limit: ___, auto_limit_rows: ____, parameters: parametersAfter, ...restAfter } = after
  return [
    ...limitChange(autoLimitOf(before), autoLimitOf(after)),
    ...parameterChanges(namedParameters(parametersBefore), namedParameters(parametersAfter)),
    ...jsonChange(t('Options'), restBefore, restAfter),
  ]
}

function limitChange(before: number | null, after: number | null): SnapshotChange[] {
  const isUsual = [before, after].every((rows) => rows === null || rows === autoLimitRows)
  const words = (rows: number | null) => (rows === null ? t('Off') : isUsual ? t('On') : String(rows))
  return valueChange(isUsual ? `LIMIT ${autoLimitRows}` : 'LIMIT', words(before), words(after))
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
    jsonChange(t('Parameter “{name}”', { name }), before.get(name) ?? null, after.get(name) ?? null),
  )
  const order = (list: ReadonlyMap<string, unknown>) =>
    [...list.keys()].filter((name) => before.has(name) && after.has(name)).join(', ')
  return [...changes, ...valueChange(t('Order of parameters'), order(before), order(after))]
}

/** Matched by id; one that was deleted and restored with a new id is matched by type and name. */
function visualizationChanges(
  before: readonly Visualization[],
  after: readonly Visualization[],
): SnapshotChange[] {
  const { pairs, added } = pairUp(before, after, [
    (old, next) => old.id === next.id,
    (old, next) => old.type === next.type && old.name === next.name,
  ])
  return [
    ...pairs.flatMap(({ old, next }) =>
      jsonChange(
        next === null || next.name === old.name
          ? t('Visualization “{name}”', { name: old.name })
          : t('Visualization “{name}”, now “{name2}”', { name: old.name, name2: next.name }),
        withoutId(old),
        next && withoutId(next),
      ),
    ),
    ...added.flatMap((one) =>
      jsonChange(t('Visualization “{name}”', { name: one.name }), null, withoutId(one)),
    ),
  ]
}

function withoutId({ type, name, description, options }: Visualization) {
  return { type, name, description, options }
}
