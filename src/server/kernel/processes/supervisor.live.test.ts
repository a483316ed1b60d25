import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  childrenOf,
  environmentOf,
  isAlive,
  processesIn,
  roleProcesses,
  runSextant,
  type SextantProcess,
  until,
  untilAnswers,
} from '#test/sextant-process.ts'
import { freePort } from '#test/test-postgres.ts'

describe('sextant start', () => {
  let folder: string
  let dataDir: string
  let port: number
  const running = new Set<SextantProcess>()
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-start-'))
    dataDir = join(folder, 'data')
    port = await freePort()
  })
  afterEach(async () => {
    for (const started of running) started.child.kill('SIGTERM')
    await Promise.all([...running].map((started) => started.ended))
    expect(processesIn(dataDir)).toEqual([])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function start(env: Record<string, string> = {}, command = 'start'): SextantProcess {
    const started = runSextant(command, {
      PORT: String(port),
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_LOG_LEVEL: 'warn',
      SEXTANT_STOP_GRACE_SECONDS: '3',
      ...env,
    })
    running.add(started)
    void started.ended.then(() => running.delete(started))
    return started
  }

  async function startReady(env: Record<string, string> = {}): Promise<SextantProcess> {
    const started = start(env)
    await until(() => started.output().includes('Sextant is ready'), started)
    return started
  }

  const ping = async () => (await fetch(`http://127.0.0.1:${port}/ping`)).text()

  /** Expects exit code 1 and exactly one matching line. */
  async function expectRefusal(started: SextantProcess, line: RegExp): Promise<void> {
    expect(await started.ended).toBe(1)
    const text = started.output().trim()
    expect(text).toMatch(line)
    expect(text.split('\n')).toHaveLength(1)
  }

  it('serves requests, refuses a second instance and a port in use, and stops in order', async () => {
    const first = await startReady()
    expect(first.output()).toContain(`Sextant is ready: http://127.0.0.1:${port}\n`)
    expect(await ping()).toBe('PONG.')
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
    expect(childrenOf(first.pid)).toHaveLength(3)

    await expectRefusal(
      start({ PORT: String(await freePort()) }),
      /^The data folder .* is in use by another Sextant/,
    )
    const elsewhere = { SEXTANT_DATA_DIR: join(folder, 'other') }
    await expectRefusal(start(elsewhere), new RegExp(`^Port ${port} of 127.0.0.1 is in use`))
    expect(await ping()).toBe('PONG.')

    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(existsSync(join(dataDir, 'sextant.lock'))).toBe(false)
  })

  it('refuses a folder that is a file, and invalid settings, in one line each', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expectRefusal(start({ SEXTANT_DATA_DIR: file }), /^The data folder .* cannot be written to/)
    await expectRefusal(
      start({ SEXTANT_WORKERS: 'many' }),
      /^SEXTANT_WORKERS: "many" cannot be used; expected/,
    )
    const both = start({ PORT: 'x', SEXTANT_SECRET_KEY: 'short' })
    expect(await both.ended).toBe(1)
    expect(both.output().trim().split('\n')).toHaveLength(2)
    await expectRefusal(start({}, 'web'), /^DATABASE_URL is not set/)
    await expectRefusal(start({}, 'migrate'), /^DATABASE_URL is not set/)
    const nowhere = `postgres://me:hunter2@127.0.0.1:${await freePort()}/x`
    await expectRefusal(
      start({ DATABASE_URL: nowhere }, 'migrate'),
      /^PostgreSQL at 127.0.0.1:\d+\/x cannot be used/,
    )
  })

  it('refuses data of another PostgreSQL', async () => {
    const file = join(dataDir, 'postgres/PG_VERSION')
    writeFileSync(file, '17\n')
    await expectRefusal(start(), /^The data folder holds data of PostgreSQL 17/)
    writeFileSync(file, '18\n')
  })

  it('restarts worker, web and PostgreSQL when they die', async () => {
    const started = await startReady()
    const addressOfDatabase = () => environmentOf(roleProcesses(started.pid, 'web')[0] ?? 0, 'DATABASE_URL')
    const address = addressOfDatabase()
    expect(address).toMatch(/^postgres:/)
    for (const role of ['worker', 'web'] as const) {
      const [victim = 0] = roleProcesses(started.pid, role)
      process.kill(victim, 'SIGKILL')
      await until(() => roleProcesses(started.pid, role).some((pid) => pid !== victim))
    }
    await untilAnswers(ping)
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await until(() => /PostgreSQL ended \(.*\); starting it again/.test(started.output()), started)
    await untilAnswers(async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/login`, { redirect: 'manual' })
      if (reply.status >= 500) throw new Error(String(reply.status))
      return reply.text()
    })
    // a web process that ended with the database is started again
    await until(() => addressOfDatabase() !== undefined)
    expect(addressOfDatabase()).toBe(address)
    expect(started.output()).toMatch(/The worker 1 process ended \(signal SIGKILL\); starting it again/)
    started.child.kill('SIGINT')
    expect(await started.ended).toBe(0)
  })

  it('ends its processes when it is killed, and can be started again', async () => {
    const killed = await startReady()
    const children = childrenOf(killed.pid)
    const postmaster = postmasterOf(dataDir)
    killed.child.kill('SIGKILL')
    await killed.ended
    await until(() => children.every((pid) => pid === postmaster || !isAlive(pid)))
    expect(isAlive(postmaster)).toBe(true)
    const again = await startReady()
    expect(isAlive(postmaster)).toBe(false)
    expect(await ping()).toBe('PONG.')
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  it('starts again after everything was killed at once', async () => {
    const killed = await startReady()
    const all = [killed.pid, ...childrenOf(killed.pid), ...processesIn(dataDir)]
    for (const pid of new Set(all)) process.kill(pid, 'SIGKILL')
    await killed.ended
    expect(existsSync(join(dataDir, 'sextant.lock'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true)
    const again = await startReady()
    expect(await ping()).toBe('PONG.')
    again.child.kill('SIGHUP')
    expect(await again.ended).toBe(0)
  })

  it('starts although the process id of the killed PostgreSQL now belongs to another program', async () => {
    const file = join(dataDir, 'postgres/postmaster.pid')
    writeFileSync(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n\nready\n`)
    const started = await startReady()
    expect(isAlive(process.pid)).toBe(true)
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
  })

  it('names the port that another program uses', async () => {
    const blocker = createServer().listen(port, '127.0.0.1')
    await once(blocker, 'listening')
    await expectRefusal(start(), new RegExp(`^Port ${port} of 127.0.0.1 is in use by another program`))
    blocker.close()
  })
})

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
