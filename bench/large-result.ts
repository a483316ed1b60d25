import { createBenchRows } from './bench-rows.ts'
import { execute } from './execute.ts'
import { mebibytes, type Report } from './figure.ts'
import { memoryOf, resetPeak } from './process-facts.ts'
import type { SextantUnderBench } from './sextant-under-bench.ts'
import { runMilliseconds } from './store-result.ts'

const limitKib = 256 * 1024

/** docs/reference/promises.md#p2 and #p4b: 3,000,000 rows x 10 run, read and exported with bounded memory; speed of the exports. */
export async function benchLargeResult(sextant: SextantUnderBench, report: Report): Promise<void> {
  await createBenchRows(sextant.pool, 'bench_3m', 3_000_000)
  resetPeak(sextant.workerPid)
  resetPeak(sextant.webPid)
  const { jobId, resultId } = await execute(sextant, 'select * from bench_3m')
  const taken = await runMilliseconds(sextant, jobId)
  memory(report, 'worker', sextant.workerPid, `running 3,000,000 x 10 rows (${(taken / 1000).toFixed(1)} s)`)
  resetPeak(sextant.webPid)
  const json = await drain(sextant, `/api/query_results/${resultId}`)
  memory(report, 'web', sextant.webPid, `sending them as JSON (${describe(json)})`)
  resetPeak(sextant.webPid)
  const csv = await drain(sextant, `/api/query_results/${resultId}.csv`)
  memory(report, 'web', sextant.webPid, `exporting them as CSV (${describe(csv)})`)
  exportSpeed(report, '3,000,000 rows as CSV', csv)
  const small = await execute(sextant, 'select * from bench_200k')
  const smallCsv = await drain(sextant, `/api/query_results/${small.resultId}.csv`)
  exportSpeed(report, '200,000 rows as CSV', smallCsv)
  const xlsx = await drain(sextant, `/api/query_results/${small.resultId}.xlsx`)
  report({
    promise: 'P4b',
    what: `200,000 rows as XLSX, first byte after ${xlsx.firstByte.toFixed(0)} ms`,
    value: `${(xlsx.total / 1000).toFixed(1)} s`,
    promised: '<= 4 s',
    ok: xlsx.total <= 4000,
  })
}

interface Drained {
  bytes: number
  /** milliseconds */
  firstByte: number
  total: number
}

/** Reads a reply to its end without keeping it. */
async function drain(sextant: SextantUnderBench, path: string): Promise<Drained> {
  const started = performance.now()
  const reply = await sextant.request(path, { headers: { 'accept-encoding': 'identity' } })
  if (!reply.ok || reply.body === null) throw new Error(`${path} answered ${reply.status}`)
  let bytes = 0
  let firstByte = 0
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
    if (bytes === 0) firstByte = performance.now() - started
    bytes += chunk.length
  }
  return { bytes, firstByte, total: performance.now() - started }
}

const describe = ({ bytes, total }: Drained) =>
  `${(bytes / 1e6).toFixed(0)} MB in ${(total / 1000).toFixed(1)} s`

function exportSpeed(report: Report, what: string, drained: Drained): void {
  const speed = drained.bytes / 1e6 / (drained.total / 1000)
  report({
    promise: 'P4b',
    what: `${what}, first byte after ${drained.firstByte.toFixed(0)} ms (promised <= 100 ms)`,
    value: `${speed.toFixed(0)} MB/s`,
    promised: '>= 60 MB/s',
    ok: speed >= 60 && drained.firstByte <= 100,
  })
}

function memory(report: Report, name: string, pid: number, what: string): void {
  const { peak } = memoryOf(pid)
  report({
    promise: 'P2',
    what: `peak memory of the ${name} process ${what}`,
    value: mebibytes(peak),
    promised: '<= 256 MB',
    ok: peak <= limitKib,
  })
}
