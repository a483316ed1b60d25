import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { createMeasures, type MeasuredFamily, type Measures, runBounds } from './measures.ts'

export interface EndedRun {
  kind: 'query' | 'schema' | 'connection_test' | 'file' | 'level'
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

const nanoseconds = 1e9
const microseconds = 1e6
/** Sampling interval of the event loop in milliseconds. */
const resolution = 50

/** Registers metrics of the process: memory, CPU time, event loop lag, and connections to PostgreSQL. */
export function measureProcess(measures: Measures, pools: Readonly<Record<string, pg.Pool>>): void {
  const started = Date.now() / 1000 - process.uptime()
  // its timer does not keep the process alive
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  measures.gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since 1970.',
    () => started,
  )
  measures.gauge('process_resident_memory_bytes', 'Memory that the process takes of the machine.', () =>
    process.memoryUsage.rss(),
  )
  measures.gauge(
    'nodejs_heap_used_bytes',
    'Memory that JavaScript uses.',
    () => process.memoryUsage().heapUsed,
  )
  measures.total('process_cpu_seconds_total', 'Processor time, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / microseconds
  })
  measures.gauge(
    'sextant_event_loop_lag_seconds',
    'How late timers ran since the last look: the mean, the 99th percentile, the worst.',
    () => {
      const read = { mean: delay.mean, p99: delay.percentile(99), max: delay.max }
      delay.reset()
      return Object.entries(read).map(([statistic, value]) => ({
        labels: { statistic },
        // subtract the sampling interval itself
        value: Number.isFinite(value) ? Math.max(0, value / nanoseconds - resolution / 1000) : 0,
      }))
    },
  )
  measures.gauge('sextant_pool_connections', 'Connections to PostgreSQL by what they do.', () =>
    Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
      { labels: { pool, state: 'used' }, value: totalCount - idleCount },
      { labels: { pool, state: 'idle' }, value: idleCount },
      // requests waiting for a connection; above 0 for long means that the pool is too small
      { labels: { pool, state: 'waiting' }, value: waitingCount },
    ]),
  )
}
