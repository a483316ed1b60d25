import type pg from 'pg'
import { createMeasures, type MeasuredFamily, runBounds } from './measures.ts'
import { measureProcess } from './process-vitals.ts'

export interface EndedRun {
  kind: 'query' | 'schema' | 'connection_test'
  outcome: 'finished' | 'failed' | 'cancelled'
  /** from claiming the job to its end */
  seconds: number
  /** from queuing the job to claiming it */
  waited_seconds: number
}

/** Metrics of a worker process since its start. */
export interface WorkerMeasures {
  runEnded(run: EndedRun): void
  resultStored(result: { row_count: number; byte_count: number }): void
  deliveryAttempted(state: string): void
  totals(): { successful_jobs: number; failed_jobs: number; working_seconds: number }
  collect(): MeasuredFamily[]
}

export function createWorkerMeasures(pools: Readonly<Record<string, pg.Pool>>): WorkerMeasures {
  const measures = createMeasures()
  const totals = { successful_jobs: 0, failed_jobs: 0, working_seconds: 0 }
  const ended = measures.counter('sextant_runs_total', 'Runs that have ended, by kind and outcome.')
  const runSeconds = measures.histogram('sextant_run_seconds', 'How long runs took.', runBounds)
  const waitSeconds = measures.histogram(
    'sextant_run_wait_seconds',
    'How long runs waited in line.',
    runBounds,
  )
  const rows = measures.counter('sextant_result_rows_total', 'Rows of stored results.')
  const bytes = measures.counter('sextant_result_bytes_total', 'Bytes of stored results, before compression.')
  const attempts = measures.counter(
    'sextant_delivery_attempts_total',
    'Attempts at deliveries of alerts, by how they ended.',
  )
  measureProcess(measures, pools)
  return {
    runEnded({ kind, outcome, seconds, waited_seconds }) {
      ended.add({ kind, outcome })
      runSeconds.observe(seconds, { kind })
      waitSeconds.observe(waited_seconds, { kind })
      totals.working_seconds += seconds
      if (outcome === 'finished') totals.successful_jobs++
      else if (outcome === 'failed') totals.failed_jobs++
    },
    resultStored({ row_count, byte_count }) {
      rows.add({}, row_count)
      bytes.add({}, byte_count)
    },
    deliveryAttempted: (state) => attempts.add({ state }),
    totals: () => ({ ...totals }),
    collect: () => measures.collect(),
  }
}
