import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// queries that would run for hours
const endless = {
  duckdb: 'select sum(a.range * b.range) from range(10000000) a, range(10000000) b where a.range <> b.range',
  sqlite: 'with recursive n(x) as (select 1 union all select x + 1 from n) select max(x) from n',
}

/** A stand-in for the worker: prints the child's process id once the child has got the query. */
const worker = (child: URL, text: string, delay = 500) => `
  import { fork } from 'node:child_process'
  const child = fork(${JSON.stringify(child.pathname)}, [String(process.pid)], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  child.send({ kind: 'open', subject: ':memory:', memoryMb: 256 })
  child.once('message', () => {
    child.send({ kind: 'run', text: ${JSON.stringify(text)}, values: [] })
    // gives the engine time to start the query
    setTimeout(() => console.log(child.pid), ${delay})
  })`

function isAlive(pid: number): boolean {
  try {
    // a zombie counts as ended
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

it.each(
  Object.entries(endless).flatMap(([name, text]) => [
    { name, text, delay: 500 },
    // the thread that watches the parent has not begun
    { name, text, delay: 0 },
  ]),
)(
  'the process of $name ends with its worker, whatever it runs, $delay ms after it began',
  async ({ name, text, delay }) => {
    const child = new URL(`./${name}/${name}-child.ts`, import.meta.url)
    const parent = spawn(process.execPath, ['--input-type=module', '-e', worker(child, text, delay)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(said.toString())
    try {
      expect(isAlive(pid)).toBe(true)
      parent.kill('SIGKILL')
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    } finally {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    }
  },
)
