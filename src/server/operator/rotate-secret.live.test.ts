import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/db/database.ts'
import { deriveSecrets } from '#server/kernel/net/secrets.ts'
import { instanceSecretKey } from '#server/kernel/processes/data-folder.ts'
import { anyFreePort } from '#server/kernel/processes/free-port.ts'
import { databaseUnderTest } from '#test/database-under-test.ts'
import { createOrganization, createUser } from '#test/factories.ts'
import { runSextant, runToEnd, until, untilAnswers } from '#test/sextant-process.ts'
import { layReady, openSecrets } from '../kernel/secret-key/open-secrets.ts'

const first = 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa'
const second = 'Zq8Wm2Kd7Rt4Xb9Ln3Vc6Hp1Jf5Gs0Ty'

/** many processes in sequence, possibly on a busy machine */
const timeout = 240_000

describe('rotate-secret', { timeout }, () => {
  let database: Awaited<ReturnType<typeof databaseUnderTest>>
  let looking: Database
  let folder: string
  const sources = 40
  /** beside them a destination, and a second factor */
  const sealed = sources + 2
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-rotate-'))
    database = await databaseUnderTest()
    // under another name, so that it does not count as a Sextant process
    looking = openDatabase(database.url, { max: 2, name: 'test', onError: () => {} })
    const { id: org_id } = await createOrganization({ db: looking.db, secrets: deriveSecrets(first) })
    const secrets = deriveSecrets(first)
    for (let n = 1; n <= sources; n++) {
      const values = {
        org_id,
        name: `source ${n}`,
        type: 'pg',
        encrypted_options: secrets.seal({ password: `canary ${n}` }),
      }
      await looking.db.insertInto('data_sources').values(values).execute()
    }
    await looking.db
      .insertInto('destinations')
      .values({
        org_id,
        user_id: null,
        name: 'Room',
        type: 'slack',
        encrypted_options: secrets.seal({ url: 'canary room' }),
      })
      .execute()
    const { id: user_id } = await createUser({ db: looking.db, secrets })
    const encrypted_secret = secrets.seal({ totp: 'canary of an app' })
    await looking.db
      .insertInto('second_factors')
      .values({ user_id, encrypted_secret, begun_at: new Date(), confirmed_at: null, last_step: null })
      .execute()
  })
  afterAll(async () => {
    await looking?.close()
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const env = (key: string) => ({
    DATABASE_URL: database.url,
    SEXTANT_DATA_DIR: join(folder, 'data'),
    ...(key === '' ? {} : { SEXTANT_SECRET_KEY: key }),
  })
  /** how many of the sealed values this key opens */
  async function opened(key: string): Promise<number> {
    const secrets = deriveSecrets(key)
    const rows = await looking.db
      .selectFrom('data_sources')
      .select('encrypted_options')
      .unionAll(looking.db.selectFrom('destinations').select('encrypted_options'))
      .unionAll(looking.db.selectFrom('second_factors').select('encrypted_secret as encrypted_options'))
      .execute()
    return rows.filter(({ encrypted_options }) => {
      try {
        return JSON.stringify(secrets.unseal(encrypted_options)).includes('canary')
      } catch {
        return false
      }
    }).length
  }
  /** of commands, to this database */
  async function connections(): Promise<number> {
    const { rows } = await looking.pool.query(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = 'sextant command'`,
    )
    return rows[0].count
  }
  /** Starts a command that waits in the middle of its transaction, for a table lock that is held until `release`. */
  async function stoppedAt(table: string, key: string, newKey: string) {
    const holder = await looking.pool.connect()
    await holder.query('begin')
    await holder.query(`lock table ${table} in share mode`)
    const command = runSextant(['rotate-secret', '--new-key-stdin'], env(key))
    command.child.stdin?.on('error', () => {})
    command.child.stdin?.end(`${newKey}\n`)
    await untilAnswers(async () => {
      const { rowCount } = await looking.pool.query(
        `select from pg_stat_activity where datname = current_database()
           and application_name = 'sextant command' and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(1)
    })
    return {
      command,
      release: async () => {
        await holder.query('rollback')
        holder.release()
      },
    }
  }
  const rotate = (key: string, input: string, ...more: string[]) =>
    runToEnd(['rotate-secret', '--new-key-stdin', ...more], env(key), `${input}\n`)

  it('refuses a weak key, the same key, and a running instance', async () => {
    expect(await rotate(first, 'short')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The new secret key cannot be used/),
    })
    expect(await rotate(first, first)).toMatchObject({
      code: 1,
      said: 'The new secret key is the same as the current one.\n',
    })
    const worker = runSextant('worker', env(first))
    await until(() => worker.output().includes('taking jobs'), worker)
    expect(await rotate(first, second)).toMatchObject({
      code: 1,
      said: 'Nothing was changed: Sextant is running on this database. Stop it first.\n',
    })
    worker.child.kill('SIGTERM')
    await worker.ended
    expect(await opened(first)).toBe(sealed)
  })

  it('seals everything again; processes with the old key do not start any more', async () => {
    const { code, said, out } = await rotate(first, second)
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining('Set SEXTANT_SECRET_KEY to the new key'),
    })
    expect(said + out.toString()).not.toContain(second)
    expect([await opened(first), await opened(second)]).toEqual([0, sealed])
    const olds = ['web', 'worker'].map((role) => runSextant(role, env(first)))
    for (const old of olds) {
      expect(await old.ended).toBe(1)
      expect(old.output()).toMatch(
        /^The secret key is not the one that this database was sealed with\. .*\n$/,
      )
    }
    expect((await rotate(second, first)).code).toBe(0)
    expect(await opened(first)).toBe(sealed)
  })

  it('changes nothing when a value cannot be opened, unless told to skip it', async () => {
    const broken = Buffer.from('no sealed value')
    await looking.db
      .updateTable('data_sources')
      .set({ encrypted_options: broken })
      .where('name', '=', 'source 3')
      .execute()
    expect(await rotate(first, second)).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^Nothing was changed: the current key does not open data_sources "source 3"\./,
      ),
    })
    expect(await opened(first)).toBe(sealed - 1)
    expect((await rotate(first, second, '--skip-unreadable')).code).toBe(0)
    expect([await opened(first), await opened(second)]).toEqual([0, sealed - 1])
    expect((await rotate(second, first, '--skip-unreadable')).code).toBe(0)
    const mended = deriveSecrets(first).seal({ password: 'canary 3' })
    await looking.db
      .updateTable('data_sources')
      .set({ encrypted_options: mended })
      .where('name', '=', 'source 3')
      .execute()
  })

  it.each(['data_sources', 'destinations', 'second_factors', 'secret_key_checks'])(
    'killed before it has come to %s, leaves all of it with the old key',
    async (table) => {
      const { command, release } = await stoppedAt(table, first, second)
      command.child.kill('SIGKILL')
      await command.ended
      await release()
      await untilAnswers(async () => expect(await connections()).toBe(0))
      expect([await opened(first), await opened(second)]).toEqual([sealed, 0])
    },
  )

  it.each(['web', 'worker'])(
    'a %s process that starts in the meantime does not go on with the old key',
    async (role) => {
      const { command, release } = await stoppedAt('destinations', first, second)
      const starting = runSextant(role, { ...env(first), PORT: String(await anyFreePort()) })
      try {
        // it has connected, and waits or goes on
        await untilAnswers(async () => {
          const { rowCount } = await looking.pool.query(
            `select from pg_stat_activity where datname = current_database() and application_name like 'sextant%'
             and application_name <> 'sextant command' and state = any('{active,idle}') and query <> ''`,
          )
          expect(rowCount).toBeGreaterThan(0)
        })
      } finally {
        await release()
      }
      expect(await command.ended).toBe(0)
      expect(await starting.ended).toBe(1)
      expect(starting.output()).toMatch(/^The secret key is not the one that this database was sealed with\./)
      expect((await rotate(second, first)).code).toBe(0)
    },
  )

  it('leaves everything sealed with one of the keys when killed around the commit', async () => {
    let [current, next] = [first, second]
    for (const milliseconds of [0, 3, 10, 30]) {
      const { command, release } = await stoppedAt('secret_key_checks', current, next)
      await release()
      await delay(milliseconds)
      command.child.kill('SIGKILL')
      await command.ended
      await untilAnswers(async () => expect(await connections()).toBe(0))
      const counts = [await opened(current), await opened(next)]
      expect(counts.toSorted()).toEqual([0, sealed])
      if (counts[0] === 0) [current, next] = [next, current]
    }
    if (current === second) expect((await rotate(second, first)).code).toBe(0)
  })

  it('is completed by the next start when interrupted between the database and the key file', async () => {
    const dataDir = join(folder, 'own')
    const own = { ...env(''), SEXTANT_DATA_DIR: dataDir }
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secret-key'), `${first}\n`, { mode: 0o600 })
    const { code, said } = await runToEnd(['rotate-secret'], own)
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(/The old key is kept in .*secret-key\.until-/),
    })
    const key = instanceSecretKey({ secretKey: null, dataDir }, { generate: false })
    expect(key).not.toBe(first)
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    const kept = readdirSync(dataDir).find((name) => name.startsWith('secret-key.until-')) ?? ''
    expect(readFileSync(join(dataDir, kept), 'utf8').trim()).toBe(first)
    expect(await opened(key)).toBe(sealed)

    // as if killed right after the commit: the database has the new key, the key file still the old one
    rmSync(join(dataDir, 'secret-key'))
    writeFileSync(join(dataDir, 'secret-key'), `${first}\n`, { mode: 0o600 })
    layReady(dataDir, key)
    const secrets = await openSecrets({
      pool: looking.pool,
      config: { secretKey: null, dataDir },
      clock: () => new Date(),
    })
    const { encrypted_options } = await looking.db
      .selectFrom('destinations')
      .select('encrypted_options')
      .executeTakeFirstOrThrow()
    expect(secrets.unseal(encrypted_options)).toEqual({ url: 'canary room' })
    expect(instanceSecretKey({ secretKey: null, dataDir }, { generate: false })).toBe(key)
    expect(existsSync(join(dataDir, 'secret-key.new'))).toBe(false)
  })
})
