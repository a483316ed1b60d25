import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUnderTest } from '#test/database-under-test.ts'
import { runSextant, runToEnd, until } from '#test/sextant-process.ts'
import type { Finding } from './finding.ts'

const key = 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa'

/** Real processes on a real database. */
describe('sextant doctor', { timeout: 240_000 }, () => {
  let database: Awaited<ReturnType<typeof databaseUnderTest>>
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-doctor-'))
    database = await databaseUnderTest()
  })
  afterAll(async () => {
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const env = (more: Record<string, string> = {}) => ({
    DATABASE_URL: database.url,
    SEXTANT_SECRET_KEY: key,
    SEXTANT_DATA_DIR: folder,
    ...more,
  })
  const sextant = (words: string[], more: Record<string, string> = {}, input = '') =>
    runToEnd(words, env(more), input)
  async function findings(more: Record<string, string> = {}): Promise<Record<string, Finding>> {
    const { out, code } = await sextant(['doctor', '--json'], more)
    const found = JSON.parse(out.toString()) as Finding[]
    expect(code).toBe(found.some(({ state }) => state === 'failure') ? 1 : 0)
    return Object.fromEntries(found.map((finding) => [finding.check, finding]))
  }

  it('lists what a new instance lacks, and reports that a working instance is fine', async () => {
    const before = await findings()
    expect(before).toMatchObject({
      ...{
        settings: { state: 'ok' },
        'secret key': { state: 'ok' },
        database: { state: 'ok' },
        clock: { state: 'ok' },
      },
      mail: { state: 'warning', advice: expect.stringContaining('SEXTANT_MAIL_DEFAULT_SENDER') },
      workers: { state: 'warning', found: 'No worker is running.' },
      'set-up': { state: 'warning' },
    })
    // the password is read from standard input, and never printed
    const root = await sextant(
      ['users', 'create-root', 'ann@example.com', 'Ann', '--password-stdin'],
      {},
      'correct horse\n',
    )
    expect(root).toMatchObject({ code: 0, said: '' })
    expect(root.out.toString()).toMatch(/^Created user \d+\.\n$/)
    const worker = runSextant('worker', env())
    try {
      await until(() => worker.output().includes('taking jobs'), worker)
      await expect.poll(async () => (await findings())['schedules']?.state, { timeout: 20_000 }).toBe('ok')
      const after = await sextant(['doctor'])
      expect(after).toMatchObject({ code: 0, said: '' })
      expect(after.out.toString()).toMatch(/^ok {6}workers: 1 running$/m)
      expect(after.out.toString()).not.toContain('FAILURE')
    } finally {
      worker.child.kill('SIGTERM')
      await worker.ended
    }
  })

  it('reports an unreachable mail server and login provider, a wrong key, an unreachable database, and bad settings', async () => {
    const mail = {
      SEXTANT_MAIL_DEFAULT_SENDER: 'a@example.com',
      SEXTANT_MAIL_SERVER: '127.0.0.1',
      SEXTANT_MAIL_PORT: '1',
    }
    const other = 'Zq8Wm2Kd7Rt4Xb9Ln3Vc6Hp1Jf5Gs0Ty'
    const login = { SEXTANT_OPENID_ISSUER: 'http://127.0.0.1:1/realm', SEXTANT_OPENID_CLIENT_ID: 'sextant' }
    expect(await findings({ ...mail, ...login, SEXTANT_SECRET_KEY: other })).toMatchObject({
      'OpenID Connect login': {
        ...{ state: 'failure', found: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/realm: ./) },
        advice: expect.stringContaining('docs/sign-in.md'),
      },
      // what the links in its mails would begin with
      address: { state: 'warning', found: expect.stringContaining('SEXTANT_URL is not set') },
      mail: { state: 'failure', found: expect.stringMatching(/^127\.0\.0\.1:1: .*ECONNREFUSED/) },
      'stored passwords': { state: 'failure', found: expect.stringContaining('not the one') },
    })
    const away = await findings({ DATABASE_URL: 'postgres://ann:canary@127.0.0.1:1/none' })
    expect(away['database']).toMatchObject({
      state: 'failure',
      found: expect.stringContaining('127.0.0.1:1/none'),
    })
    expect(JSON.stringify(away)).not.toContain('canary')
    expect(await sextant(['doctor'], { PORT: 'many', SEXTANT_MAX_ROWS: '-1' })).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^PORT: "many" cannot be used;.*\nSEXTANT_MAX_ROWS: "-1" cannot be used;.*\n$/,
      ),
    })
  })

  it('--upgrade tells what the missing migrations will do, also on a schema that no other command accepts', async () => {
    const upgrade = async () => {
      const { out, code } = await sextant(['doctor', '--upgrade', '--json'])
      return { code, found: JSON.parse(out.toString()) as Finding[] }
    }
    expect(await upgrade()).toMatchObject({ code: 0, found: [{ check: 'upgrade', state: 'ok' }] })
    const { pool } = database
    await pool.query("delete from migrations where name = '0032-estimates.sql'")
    expect(await upgrade()).toMatchObject({
      code: 0,
      found: [
        {
          check: '0032-estimates',
          state: 'ok',
          found: expect.stringMatching(/ It reads jobs \(.+, .+\)\. Less /),
        },
        { check: 'upgrade', state: 'warning', found: expect.stringMatching(/^1 migration will run\./) },
      ],
    })
    await pool.query("insert into migrations (name) values ('0032-estimates.sql'), ('9999-future.sql')")
    expect(await upgrade()).toMatchObject({ code: 1, found: [{ check: 'upgrade', state: 'failure' }] })
    await pool.query("delete from migrations where name = '9999-future.sql'")
  })

  it('and all other commands exit with 2 on bad usage, and show the correct usage', async () => {
    expect(await sextant(['users', 'create', 'a@example.com'])).toMatchObject({
      code: 2,
      said: 'NAME is missing. Try: sextant users create --help\n',
    })
    // without a terminal and without the option there is no way to ask for the password
    expect(await sextant(['users', 'create', 'b@example.com', 'B'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('has to be typed in a terminal'),
    })
    const help = await sextant(['users', '--help'])
    expect(help.code).toBe(0)
    expect(help.out.toString()).toContain('users grant-admin EMAIL')
  })
})
