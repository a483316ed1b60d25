import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/test-postgres.ts'
import { mebibytes, type Report } from './figure.ts'
import { commandOf, familyOf, memoryOf } from './process-facts.ts'
import { answers } from './sextant-under-bench.ts'

const root = new URL('..', import.meta.url).pathname
const settleMilliseconds = 20_000

/** docs/reference/promises.md#p12: `npm start` on an installed instance, and the memory of the idle processes. */
export async function benchStart(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-start-'))
  try {
    // the first start writes the database cluster; the promise is about the ones after it
    await startOnce(folder, async () => {})
    await startOnce(folder, async (pid, taken) => {
      report({
        promise: 'P12',
        what: '`npm start`, installed: until the login page answers',
        value: `${(taken / 1000).toFixed(2)} s`,
        promised: '<= 3 s',
        ok: taken <= 3000,
      })
      await new Promise((resolve) => setTimeout(resolve, settleMilliseconds))
      reportIdleMemory(pid, report)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function reportIdleMemory(pid: number, report: Report): void {
  const members = familyOf(pid).filter((member) => !/postgres/.test(commandOf(member)))
  const parts = members.map((member) => `${nameOf(commandOf(member))} ${mebibytes(memoryOf(member).now)}`)
  const total = members.reduce((sum, member) => sum + memoryOf(member).now, 0)
  report({
    promise: 'P12',
    what: `idle memory of all processes but PostgreSQL (${parts.join(', ')})`,
    value: mebibytes(total),
    promised: '<= 300 MB',
    ok: total <= 300 * 1024,
  })
}

function nameOf(command: string): string {
  if (command.startsWith('npm') || command.startsWith('sh ')) return command.split(' ')[0] ?? ''
  return command.split(' ').slice(-2).join(' ').replaceAll(root, '')
}

async function startOnce(folder: string, then: (pid: number, taken: number) => Promise<void>): Promise<void> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SEXTANT_DATA_DIR: folder, SEXTANT_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  try {
    await answers(`http://127.0.0.1:${port}/login`, 12_000)
    await then(child.pid ?? 0, performance.now() - started)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
