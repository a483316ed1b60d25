import { execute } from './execute.ts'
import { milliseconds, percentile, type Report } from './figure.ts'
import type { SextantUnderBench } from './sextant-under-bench.ts'

const rounds = 300

/** docs/reference/promises.md#p5 and #p6: an idle system, one query after another. */
export async function benchLatency(sextant: SextantUnderBench, report: Report): Promise<void> {
  for (let round = 0; round < 20; round++) await execute(sextant, `select ${round} as warm`)
  const whole: number[] = []
  const jobIds: string[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const { jobId, resultId } = await execute(sextant, `select ${round} as n`)
    await (await sextant.request(`/api/query_results/${resultId}`)).json()
    whole.push(performance.now() - started)
    jobIds.push(jobId)
  }
  const { rows } = await sextant.pool.query<{ ms: number }>(
    'select (extract(epoch from started_at - queued_at) * 1000)::float8 as ms from jobs where id = any($1)',
    [jobIds],
  )
  const waits = rows.map((row) => row.ms)
  const [p50, p99] = [percentile(waits, 0.5), percentile(waits, 0.99)]
  report({
    promise: 'P5',
    what: `asked to started, idle system, ${rounds} runs: p99 ${milliseconds(p99)} (promised <= 50 ms)`,
    value: `p50 ${milliseconds(p50)}`,
    promised: 'p50 <= 10 ms',
    ok: p50 <= 10 && p99 <= 50,
  })
  report({
    promise: 'P6',
    what: `select n through the whole API, ${rounds} runs: p99 ${milliseconds(percentile(whole, 0.99))}`,
    value: `p50 ${milliseconds(percentile(whole, 0.5))}`,
    promised: 'p50 <= 40 ms',
    ok: percentile(whole, 0.5) <= 40,
  })
}
