import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runSextant, type SextantProcess, until, untilAnswers } from '#test/sextant-process.ts'
import { freePort } from '#test/test-postgres.ts'
import {
  type EmbeddedPostgres,
  type PostgresPlace,
  startEmbeddedPostgres,
} from '../kernel/db/embedded-postgres.ts'

/** Roles on an external PostgreSQL, which the test stops and starts again. */
describe('sextant web, worker, migrate', () => {
  let folder: string
  let place: PostgresPlace
  let server: EmbeddedPostgres
  const running = new Set<SextantProcess>()
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-roles-'))
    place = {
      folder: join(folder, 'postgres'),
      logFile: join(folder, 'log'),
      password: 'test',
      port: await freePort(),
      say: () => {},
    }
    server = await startEmbeddedPostgres(place)
  })
  afterEach(async () => {
    for (const one of running) one.child.kill('SIGKILL')
    await Promise.all([...running].map((one) => one.ended))
  })
  afterAll(async () => {
    await server.stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  })

  function run(command: string, env: Record<string, string> = {}): SextantProcess {
    const one = runSextant(command, {
      DATABASE_URL: server.url,
      SEXTANT_SECRET_KEY: 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa',
      SEXTANT_DATA_DIR: join(folder, 'data'),
      SEXTANT_LOG_LEVEL: 'info',
      SEXTANT_STOP_GRACE_SECONDS: '2',
      ...env,
    })
    running.add(one)
    void one.ended.then(() => running.delete(one))
    return one
  }
  async function runWeb(env: Record<string, string> = {}): Promise<{ web: SextantProcess; address: string }> {
    const port = await freePort()
    const web = run('web', { PORT: String(port), ...env })
    const address = `http://127.0.0.1:${port}`
    await until(() => web.output().includes(address), web)
    await untilAnswers(() => fetch(`${address}/ping`))
    return { web, address }
  }
  async function execute(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }

  it('web and worker do not start on a database without migrations or without a secret key', async () => {
    for (const role of ['web', 'worker']) {
      const refused = run(role)
      expect(await refused.ended).toBe(1)
      expect(refused.output().trim()).toMatch(/^The database schema is older .* Run: sextant migrate$/)
      const keyless = run(role, { SEXTANT_SECRET_KEY: '' })
      expect(await keyless.ended).toBe(1)
      expect(keyless.output().trim()).toMatch(/^SEXTANT_SECRET_KEY is not set; .*$/)
    }
  })

  it('migrate works when many run at once, and does nothing the second time', async () => {
    const all = Array.from({ length: 3 }, () => run('migrate'))
    expect(await Promise.all(all.map((one) => one.ended))).toEqual([0, 0, 0])
    expect(all.filter((one) => one.output().includes('Migrated: 0001-foundation.sql'))).toHaveLength(1)
    const again = run('migrate')
    expect(await again.ended).toBe(0)
    expect(again.output()).toContain('up to date')
  })

  it('two webs and a worker share the database; SIGTERM ends each with 0', async () => {
    const [one, two] = await Promise.all([runWeb(), runWeb()])
    const worker = run('worker')
    await until(() => worker.output().includes('taking jobs'), worker)
    for (const { address } of [one, two]) expect(await (await fetch(`${address}/ping`)).text()).toBe('PONG.')
    for (const { child } of [one.web, two.web, worker]) child.kill('SIGTERM')
    expect(await Promise.all([one.web, two.web, worker].map((role) => role.ended))).toEqual([0, 0, 0])
  })

  it('a web process warns when its mails cannot contain links', async () => {
    const said = 'SEXTANT_URL is not set, so mails contain no links'
    const sender = { SEXTANT_MAIL_DEFAULT_SENDER: 'a@example.com' }
    const withoutUrl = await runWeb(sender)
    expect(withoutUrl.web.output()).toContain(said)
    const withUrl = await runWeb({ ...sender, SEXTANT_URL: 'https://a.example' })
    expect(withUrl.web.output()).not.toContain(said)
  })

  it('a web process answers 503 without PostgreSQL, and recovers when it is back', async () => {
    const { web, address } = await runWeb()
    const worker = run('worker')
    await until(() => worker.output().includes('taking jobs'), worker)
    // an unknown key has to be looked up
    const ask = () => fetch(`${address}/api/session`, { headers: { authorization: `Key ${'x'.repeat(40)}` } })
    const status = async () => (await ask()).status
    expect(await status()).toBe(401)
    await server.stop('fast')
    await untilAnswers(async () => expect(await status()).toBe(503))
    expect((await (await ask()).json()) as object).toHaveProperty('message')
    server = await startEmbeddedPostgres(place)
    await untilAnswers(async () => expect(await status()).toBe(401))
    expect(web.child.exitCode).toBeNull()
    expect(worker.child.exitCode).toBeNull()
    for (const { child } of [web, worker]) child.kill('SIGTERM')
    expect(await Promise.all([web.ended, worker.ended])).toEqual([0, 0])
  })

  it('every role refuses the database of a newer Sextant in one line', async () => {
    await execute("insert into migrations (name) values ('9999-future.sql')")
    for (const role of ['web', 'worker', 'migrate']) {
      const refused = run(role)
      expect(await refused.ended).toBe(1)
      expect(refused.output().trim()).toMatch(
        /^The database was written by a newer Sextant \(migration 9999.*$/,
      )
    }
    await execute("delete from migrations where name = '9999-future.sql'")
  })
})
