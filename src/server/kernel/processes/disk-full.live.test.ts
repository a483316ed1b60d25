import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  environmentOf,
  isAlive,
  processesIn,
  roleProcesses,
  runSextant,
  runToEnd,
  type SextantProcess,
  until,
} from '#test/sextant-process.ts'
import { type SmallDisk, smallDisk } from '#test/small-disk.ts'
import { freePort } from '#test/test-postgres.ts'

/** Size of the disk: room for PostgreSQL and the start, for results, and for the reserve. */
const megabytes = 640
const forResults = 150_000_000
/** about as many bytes as are stored: hashes do not compress */
const noise = (bytes: number, mark: string) =>
  `select encode(sha256((g || '${mark}')::bytea), 'base64') as a from generate_series(1, ${Math.round(bytes / 34)}) g`

interface JobReply {
  job: { id: string; status: number; error: string }
}

describe('an instance whose disk fills up', { timeout: 300_000 }, () => {
  let disk: SmallDisk
  let started: SextantProcess
  let port: number
  let env: Record<string, string>
  let cookie = ''
  let csrf = ''
  let sourceId = 0

  const start = async (more: Record<string, string>): Promise<void> => {
    env = {
      PORT: String(port),
      SEXTANT_DATA_DIR: join(disk.folder, 'data'),
      SEXTANT_LOG_LEVEL: 'warn',
      ...more,
    }
    started = runSextant('start', env)
    await until(() => started.output().includes('Sextant is ready'), started)
  }
  const stop = async () => {
    started.child.kill('SIGTERM')
    await started.ended
  }
  beforeAll(async () => {
    disk = smallDisk(megabytes)
    port = await freePort()
    await start({ SEXTANT_DISK_RESERVE: '64 MB' })
    const root = await runToEnd(
      ['users', 'create-root', 'ann@example.com', 'Ann', '--password-stdin'],
      env,
      'correct horse\n',
    )
    expect(root).toMatchObject({ code: 0 })
    await logIn()
    // choose the reserve now that the first start has taken its space
    await stop()
    await start({ SEXTANT_DISK_RESERVE: String(disk.reserveFor(forResults)) })
    const options = optionsOf(addressOfDatabase())
    const created = await call<{ id: number }>('POST', '/api/data_sources', {
      name: 'Own',
      type: 'pg',
      options,
    })
    sourceId = created.body.id
  })
  afterAll(async () => {
    await stop()
    disk.remove()
  })

  const addressOfDatabase = () =>
    new URL(environmentOf(roleProcesses(started.pid, 'web')[0] ?? 0, 'DATABASE_URL') ?? '')
  const optionsOf = (url: URL) => ({
    host: url.hostname,
    port: Number(url.port),
    user: url.username,
    password: decodeURIComponent(url.password),
    dbname: url.pathname.slice(1),
  })

  async function logIn(): Promise<void> {
    const reply = await fetch(`http://127.0.0.1:${port}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: 'correct horse' }),
    })
    const cookies = reply.headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
    cookie = cookies.join('; ')
    csrf = decodeURIComponent(cookies.find((text) => text.startsWith('csrf_token='))?.slice(11) ?? '')
  }

  async function call<Body>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Body }> {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as Body }
  }

  async function run(query: string): Promise<{ status: number; error: string }> {
    const asked = await call<JobReply>('POST', '/api/query_results', {
      query,
      data_source_id: sourceId,
      max_age: 0,
    })
    for (;;) {
      const { body } = await call<JobReply>('GET', `/api/jobs/${asked.body.job.id}?wait=10`)
      if (body.job.status > 2) return body.job
    }
  }

  it('refuses further results with a clear message, keeps PostgreSQL and everything else going, and warns', async () => {
    const postgres = processesIn(join(disk.folder, 'data/postgres')).length
    expect(postgres).toBeGreaterThan(1)
    const ends: { status: number; error: string }[] = []
    for (let turn = 0; turn < 16; turn++) ends.push(await run(noise(15_000_000, `turn${turn}`)))
    expect(ends[0]).toMatchObject({ status: 3 })
    const refused = ends.filter(({ status }) => status === 4)
    expect(refused.length).toBeGreaterThan(3)
    for (const { error } of refused)
      expect(error).toMatch(/^The result could not be stored: the disk of Sextant is nearly full/)
    expect(disk.free()).toBeGreaterThan(40_000_000)
    // no process was restarted
    expect(started.output()).not.toMatch(/PostgreSQL ended|process ended/)
    expect(isAlive(started.pid)).toBe(true)

    for (let save = 0; save < 20; save++) {
      const saved = await call('POST', '/api/queries', {
        name: `Saved ${save}`,
        query: `select '${'x'.repeat(10_000)}'`,
        data_source_id: sourceId,
        description: null,
        options: {},
      })
      expect(saved.status).toBe(200)
    }
    // the space freed by the last run may be above the reserve again
    const warned = [['disk.full'], ['disk.low']]
    const ready = await call<{ warnings: string[] }>('GET', '/readyz')
    expect(ready).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(ready.body.warnings).toBeOneOf(warned.map((codes) => expect.arrayContaining(codes)))
    const status = await call<{ storage: { warnings: string[] } }>('GET', '/status.json')
    expect(status.body.storage.warnings).toBeOneOf(warned.map((codes) => expect.arrayContaining(codes)))
    const doctor = await runToEnd(['doctor', '--json'], env)
    expect(JSON.parse(doctor.out.toString())).toContainEqual(
      expect.objectContaining({
        check: 'disk',
        state: expect.stringMatching(/^(failure|warning)$/),
        found: expect.stringMatching(/no result is stored/i),
        advice: expect.stringContaining('SEXTANT_RESULTS_QUOTA'),
      }),
    )
  })

  it('stores results again in the space that a quota has freed', async () => {
    const { SEXTANT_DISK_RESERVE = '' } = env
    await stop()
    await start({ SEXTANT_DISK_RESERVE, SEXTANT_RESULTS_QUOTA: '20 MB' })
    // PostgreSQL has another port after each start
    const edited = await call('POST', `/api/data_sources/${sourceId}`, {
      name: 'Own',
      type: 'pg',
      options: optionsOf(addressOfDatabase()),
    })
    expect(edited.status).toBe(200)
    await expect
      .poll(async () => (await run(noise(3_000_000, `again${performance.now()}`))).error, {
        timeout: 60_000,
        interval: 1000,
      })
      .toBe('')
  })
})
