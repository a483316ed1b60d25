import { setImmediate as turn } from 'node:timers/promises'
import {
  askerOf,
  bindValues,
  type GivenValues,
  type LookedUpQuery,
  type LookedUpResult,
  type LookedUpSource,
  type PreparedRun,
  patternMatcher,
  prepareJudgedRun,
  type RunLookups,
  requirePermission,
  requireRunning,
  type SettledNames,
} from '#server/runs/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { autoLimitOf } from '#shared/queries/run-rules.ts'

/** The run a widget needs: a query with values, and the actor it runs as. */
export interface WantedRun {
  widget_ids: number[]
  actor: Actor
  query: LookedUpQuery
  source: LookedUpSource | null
  given: GivenValues
  settled: SettledNames
}

/** A widget that cannot run. */
export interface RefusedRun {
  widget_ids: number[]
  refusal: Refusal
}

/** The result for some widgets, in the order of the request. */
export type FoundRun =
  | RefusedRun
  | ({ widget_ids: number[] } & ({ result: LookedUpResult } | { missing: true }))

interface Needs {
  lookups: RunLookups
  clock: () => Date
  /** seconds; null: any age */
  maxAge: number | null
}

/**
 * The newest stored result of each run, checked like its execution; starts no run. All lookups are shared, so the
 * number of statements does not depend on the number of runs (docs/reference/promises.md#p7). A data source that
 * accepts no runs at the moment still shows stored results.
 */
export async function findStoredRuns(
  { lookups, clock, maxAge }: Needs,
  asked: readonly (WantedRun | RefusedRun)[],
): Promise<FoundRun[]> {
  const wanted = mergeRuns(asked)
  const now = clock()
  const judged = await inTurns(wanted, judge)
  const bindNeeds = { lookups, now, matches: patternMatcher(maxEndlessPatterns) }
  const bound = await Promise.all(judged.map((run) => catchRefusal(() => withValues(bindNeeds, run))))
  const prepared = await inTurns(bound, prepare)
  const results = await Promise.all(prepared.map((run) => newestOf(lookups, run)))
  const oldest = maxAge === null ? null : new Date(now.getTime() - maxAge * 1000)
  const found: FoundRun[] = []
  for (const [index, { widget_ids }] of wanted.entries()) {
    const run = prepared[index] ?? refuse('not_found')
    const result = results[index] ?? null
    if (run instanceof Refusal) found.push({ widget_ids, refusal: run })
    else if (result !== null && (oldest === null || result.retrieved_at > oldest))
      found.push({ widget_ids, result })
    else {
      const running = await catchRefusal(() => requireRunning(run.source))
      found.push(
        running instanceof Refusal ? { widget_ids, refusal: running } : { widget_ids, missing: true },
      )
    }
  }
  return found
}

async function judge(run: WantedRun | RefusedRun): Promise<WantedRun> {
  if ('refusal' in run) throw run.refusal
  await requirePermission(run.actor, run.query, run.source, run.settled)
  return run
}

/** After this many non-terminating patterns, no further pattern of these runs matches (docs/reference/promises.md#s19). */
const maxEndlessPatterns = 4

type BoundRun = WantedRun & { values: Record<string, unknown> }

async function withValues(
  needs: Omit<Parameters<typeof bindValues>[0], 'asker'>,
  run: WantedRun | Refusal,
): Promise<BoundRun | Refusal> {
  if (run instanceof Refusal) return run
  return {
    ...run,
    values: await bindValues({ ...needs, asker: askerOf(run.actor) }, run.query.options, run.given),
  }
}

type PreparedWidget = { source: LookedUpSource; run: PreparedRun }

async function prepare(run: BoundRun | Refusal): Promise<PreparedWidget | Refusal> {
  if (run instanceof Refusal) return run
  const { actor, query, values, settled } = run
  // a paused data source still has results
  const source = run.source ?? requireRunning(null)
  const template = {
    template: query.query_text,
    values,
    definitions: readStoredParameters(query.options),
    limit: autoLimitOf(query.options),
  }
  return { source, run: await prepareJudgedRun(actor, source, template, settled) }
}

async function newestOf(lookups: RunLookups, prepared: PreparedWidget | Refusal) {
  if (prepared instanceof Refusal) return null
  const { source, run } = prepared
  return await lookups.newestResult({ data_source_id: source.id, query_hash: run.query_hash })
}

/** Judging long texts takes time: let other requests run in between (docs/reference/promises.md#s19). */
const maxTurn = 20

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<(R | Refusal)[]> {
  const done: (R | Refusal)[] = []
  let began = performance.now()
  for (const item of items) {
    done.push(await catchRefusal(() => work(item)))
    if (performance.now() - began < maxTurn) continue
    await turn()
    began = performance.now()
  }
  return done
}

async function catchRefusal<R>(work: () => R | Promise<R>): Promise<R | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Merges runs with the same query and values, at the position of the first. */
function mergeRuns(runs: readonly (WantedRun | RefusedRun)[]): (WantedRun | RefusedRun)[] {
  const merged = new Map<string, WantedRun | RefusedRun>()
  for (const [index, run] of runs.entries()) {
    const key = 'refusal' in run ? `${index}` : runKey(run)
    const known = merged.get(key)
    if (known === undefined) merged.set(key, { ...run, widget_ids: [...run.widget_ids] })
    else known.widget_ids.push(...run.widget_ids)
  }
  return [...merged.values()]
}

function runKey({ query, given, settled }: WantedRun): string {
  const values = Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([query.id, values, [...settled].sort()])
}
