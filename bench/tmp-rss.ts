import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { pino } from 'pino'
import { openDatabase } from '#server/db/database.ts'
import { startWorker } from '#server/jobs/start-worker.ts'
import { deriveSecrets } from '#server/net/secrets.ts'
import { delimitedText } from '#server/results/delimited-text.ts'
import { createFrameReader } from '#server/results/result-frames.ts'
import { findResult } from '#server/results/result-store.ts'
import { workbook } from '#server/results/workbook.ts'
import { configUnderTest } from '#test/config-under-test.ts'

/** Runs `rows` x 10 mixed columns through a worker in this process: `node bench/measure-execution.ts <url> <rows>` */
const [, , url = '', rowsText = '200000'] = process.argv
const rows = Number(rowsText)
const query = `select i as id, i * 1.5::float8 as amount, (i % 7 = 0) as flag, 'customer ' || i as name,
  timestamp '2026-01-01' + i * interval '1 second' as at, date '2026-01-01' + i % 365 as day,
  (i * 12.345)::numeric(20, 4) as price, md5(i::text) as hash, nullif(i % 5, 0) as maybe, 'some, text "x"' as note
  from generate_series(1, ${rows}) i`

const database = openDatabase(url, { max: 8, onError: () => {} })
const secrets = deriveSecrets('benchmarks')
const parsed = new URL(url)
const worker = await startWorker({
  config: configUnderTest({ maxRows: 100_000_000, maxBytes: 1e12, maxSeconds: 3600 }),
  database,
  databaseUrl: url,
  secrets,
  log: pino({ level: 'error' }),
  clock: () => new Date(),
})
const { db } = database
const org = await db
  .insertInto('organizations')
  .values({ name: 'b', slug: `b${Date.now()}` })
  .returning('id')
  .executeTakeFirstOrThrow()
const source = await db
  .insertInto('data_sources')
  .values({
    org_id: org.id,
    name: 'bench',
    type: 'pg',
    encrypted_options: secrets.seal({
      ...{ host: parsed.hostname, port: Number(parsed.port), user: parsed.username },
      ...{ password: parsed.password, dbname: parsed.pathname.slice(1) },
    }),
  })
  .returning('id')
  .executeTakeFirstOrThrow()

const { insertJob, findJob } = await import('#server/jobs/job-store.ts')
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)

async function bareCursor(): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (text: string) => text } as never,
  })
  await client.connect()
  const started = performance.now()
  const cursor = client.query(new Cursor(query, [], { rowMode: 'array' }))
  for (let batch = await cursor.read(1000); batch.length > 0; batch = await cursor.read(1000));
  const took = performance.now() - started
  await client.end()
  return took
}

async function run(text: string) {
  const inserted = await insertJob(db, {
    ...{
      org_id: org.id,
      kind: 'query' as const,
      data_source_id: source.id,
      user_id: null,
      actor_name: 'bench',
    },
    ...{ query_hash: String(Math.random()).slice(0, 30), query_text: text },
  })
  for (;;) {
    const job = await findJob(db, inserted.id)
    if (job !== null && job.status !== 'queued' && job.status !== 'started') {
      if (job.status !== 'finished') throw new Error(JSON.stringify(job.error))
      return job
    }
    await pause(2)
  }
}

await run('select 1 as a');await run('select 2 as a');const hwm=()=>Number(/VmHWM:\s+(\d+)/.exec((await0()))?.[1])/1000
function await0(){return readFileSync('/proc/self/status','utf8')}
console.log('base hwm',hwm(),'rss',megabytes())
for (let round = 0; round < 3; round++) {
  if(round>0)console.log('hwm',hwm())
  const before = megabytes()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytes())
  }, 20)
  const c0 = process.cpuUsage()
  const bare = 1
  const c1 = process.cpuUsage()
  const job = await run(query)
  const c2 = process.cpuUsage()
  console.log(
    'cpu bare',
    ((c1.user - c0.user) / 1000).toFixed(0),
    'job',
    ((c2.user - c1.user) / 1000).toFixed(0),
  )
  clearInterval(timer)
  const took = (job.finished_at?.getTime() ?? 0) - (job.started_at?.getTime() ?? 0)
  console.log(
    `${rows} rows: bare ${bare.toFixed(0)} ms, job ${took} ms, ratio ${(took / bare).toFixed(2)}, rss ${before} -> ${peak} MB`,
  )
  if (round < 2) continue
  const result = await findResult(db, job.result_id ?? 0)
  if (result === null) throw new Error('no result')
  const columns = JSON.parse(result.columns_json)
  const download = async (name: string, parts: AsyncIterable<Buffer>) => {
    const started = performance.now()
    const cpu = process.cpuUsage()
    let bytes = 0
    let first = 0
    for await (const part of parts) {
      first ||= performance.now() - started
      bytes += part.length
    }
    const seconds = (performance.now() - started) / 1000
    console.log(
      `${name}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(2)} s = ${(bytes / 1e6 / seconds).toFixed(0)} MB/s, first ${first.toFixed(0)} ms, cpu ${(process.cpuUsage(cpu).user / 1e6).toFixed(2)} s, rss ${megabytes()} MB`,
    )
  }
  console.log(`json ${(result.byte_count / 1e6).toFixed(1)} MB`)
  const frames = createFrameReader(database.pool)
  await download('frames cold', frames.frames(result))
  await download('frames warm', frames.frames(result))
  await download('texts', frames.texts(result))
  const text = delimitedText({
    delimiter: ',',
    columns,
    dateFormat: 'DD/MM/YY',
    dateTimeFormat: 'DD/MM/YY HH:mm',
  })
  await download(
    'csv',
    (async function* () {
      for await (const chunk of frames.texts(result)) yield text.convert(chunk)
    })(),
  )
  await download('xlsx', workbook({ columns, chunks: frames.texts(result) }))
}
const latencies: number[] = []
for (let count = 0; count < 30; count++) {
  const started = performance.now()
  await run('select 1 as one')
  latencies.push(performance.now() - started)
}
latencies.sort((a, b) => a - b)
console.log(
  `select 1 through queue: p50 ${latencies[15]?.toFixed(1)} ms, max ${latencies.at(-1)?.toFixed(1)} ms`,
)
await worker.stop(0)
await database.close()
