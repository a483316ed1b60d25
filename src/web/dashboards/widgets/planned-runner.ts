import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { type JobStatus, jobStatus } from '#shared/results/job.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import type { DashboardRunner, RunTarget, StoredLine } from './dashboard-runner.ts'

/** For tests: a runner whose results arrive when the test decides. */
export interface PlannedRun {
  target: RunTarget
  max_age: number
  parameters: Readonly<Record<string, unknown>>
  isGivenUp(): boolean
  tell(status: JobStatus): void
  finish(result: LoadedResult): void
  fail(message: string): void
}

export interface PlannedRead {
  resultId: number
  finish(result: LoadedResult): void
  fail(error: Error): void
}

/** A line, or one with a ready result. */
export type PlannedLine = StoredLine | { widget_ids: readonly number[]; result: LoadedResult }

export interface PlannedAnswer {
  widgets: readonly { id: number; parameters?: Readonly<Record<string, unknown>> | null | undefined }[]
  signal: AbortSignal
  tell(line: PlannedLine): void
  end(): void
  fail(error: Error): void
}

export interface PlannedRunner extends DashboardRunner {
  readonly asked: readonly PlannedAnswer[]
  readonly runs: readonly PlannedRun[]
  readonly reads: readonly PlannedRead[]
}

/** A runner whose responses are given by hand. */
export function plannedRunner(): PlannedRunner {
  const asked: PlannedAnswer[] = []
  const runs: PlannedRun[] = []
  const reads: PlannedRead[] = []
  return {
    asked,
    runs,
    reads,
    readStored(wanted, onLine, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const tell = (line: PlannedLine) =>
        onLine('result' in line ? { widget_ids: line.widget_ids, read: () => line.result } : line)
      asked.push({ widgets: wanted, signal, tell, end: resolve, fail: reject })
      return promise
    },
    loadResult(resultId) {
      const { promise, resolve, reject } = Promise.withResolvers<LoadedResult>()
      reads.push({ resultId, finish: resolve, fail: reject })
      return promise
    },
    execute(target, { parameters, max_age }, signal, onStatus) {
      const { promise, resolve, reject } = Promise.withResolvers<LoadedResult>()
      const fail = (message: string) => reject(new Error(message))
      const isGivenUp = () => signal.aborted
      runs.push({ target, max_age, parameters, isGivenUp, tell: onStatus, finish: resolve, fail })
      onStatus(jobStatus.waiting)
      return promise
    },
    dropdowns: () => ({ key: 'none', search: () => Promise.reject(new Error('there are no lists')) }),
  }
}

let lastResult = 0

export function resultOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  facts: Partial<LoadedResult> = {},
): LoadedResult {
  const names = Object.keys(rows[0] ?? { n: 0 })
  return {
    id: ++lastResult,
    data: { columns: names.map((name) => ({ name, friendly_name: name, type: 'string' })), rows },
    rowCount: rows.length,
    log: [],
    truncated: false,
    metadata: {},
    runtime: 0.1,
    retrieved_at: '2026-11-20T10:00:00Z',
    ...facts,
  }
}

export function parameter(name: string, value: unknown, more: object = {}): StoredParameter {
  return { name, title: name, type: 'text', value, global: false, ...more }
}

export function target(widgetId: number, queryId: number, parameters: StoredParameter[] = []): RunTarget {
  return { widgetId, queryId, parameters }
}
