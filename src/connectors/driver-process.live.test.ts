import { createServer } from 'node:net'
import { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import type { BackendReference, ConnectorHost, Session, TunnelStream } from './connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from './connector-errors.ts'
import { failureOf } from './connector-stand.ts'
import { inDriverProcess } from './driver-process.ts'
import { recordingSink } from './recording-sink.ts'

const driver = inDriverProcess(new URL('./driver-child.test-support.ts', import.meta.url))
const backends: BackendReference[] = []
const host = {
  engineMemoryMb: 200,
  reportBackend: (backend: BackendReference) => backends.push(backend),
} as unknown as ConnectorHost

const open: Session[] = []
afterEach(async () => {
  for (const session of open.splice(0)) await session.close()
})

async function session(options = {}, more: Partial<ConnectorHost> = {}): Promise<Session> {
  const opened = await driver.open(options, { ...host, ...more }, AbortSignal.timeout(30_000))
  open.push(opened)
  return opened
}

const patience = () => AbortSignal.timeout(50_000)

describe('a driver in a process of its own', () => {
  it('passes on rows, notices and tables, in order and complete', async () => {
    const one = await session()
    await one.ping(patience())
    expect(await one.tables(patience())).toEqual([{ name: 'a', columns: [{ name: 'b', type: 'c' }] }])
    const sink = recordingSink()
    await one.run('rows 2500', sink, patience())
    expect(sink.cells.map(([cell]) => cell)).toEqual(Array.from({ length: 2500 }, (_, n) => String(n)))
    expect(sink.lines).toEqual(['a notice'])
    await one.reset?.(patience())
    const again = recordingSink()
    await one.run('rows 1', again, patience())
    expect(again.cells).toEqual([['0']])
  })

  it('stops reading when the sink has enough, and goes on', async () => {
    const one = await session()
    let batches = 0
    const sink = {
      ...{ columns() {}, log() {}, metadata() {} },
      async rows() {
        return ++batches < 2
      },
    }
    await one.run('rows 1000000', sink, patience())
    expect(batches).toBe(2)
    await one.ping(patience())
  })

  it('fails as the driver says: where the query is wrong, or why there is no connection', async () => {
    const refused = await failureOf(session({ refuses: true }))
    expect(refused).toBeInstanceOf(ConnectionFailed)
    expect((refused as Error).message).toBe('The server refuses.')
    const one = await session()
    const failure = await failureOf(one.run('refuse', recordingSink(), patience()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(failure).toMatchObject({ message: 'No such table', position: { line: 2, column: 3 } })
    const bug = await failureOf(one.run('bug', recordingSink(), patience()))
    expect((bug as Error).message).toMatch(/^A restricted process failed by a bug: TypeError: a defect/)
    await one.ping(patience())
  })

  it('ends a cancelled query in the data source, and names it before', async () => {
    const one = await session()
    const controller = new AbortController()
    const running = failureOf(one.run('wait', recordingSink(), controller.signal))
    await expect.poll(() => backends).toContainEqual({ session: 7 })
    controller.abort()
    expect(await running).toBeInstanceOf(Cancelled)
    await one.ping(patience())
    await driver.killOrphan({}, host, { session: 7 })
    expect(await failureOf(driver.killOrphan({}, host, { session: 8 }))).toBeInstanceOf(QueryFailed)
  })

  it('dies alone: of a bomb, and by ending', async () => {
    const [bystander, greedy, ending] = [await session(), await session(), await session()]
    const before = process.memoryUsage.rss()
    const bomb = await failureOf(greedy.run('grow', recordingSink(), patience()))
    expect(bomb).toBeInstanceOf(QueryFailed)
    expect((bomb as Error).message).toContain('SEXTANT_ENGINE_MEMORY_MB')
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
    const ended = await failureOf(ending.run('end', recordingSink(), patience()))
    expect((ended as Error).message).toMatch(/^The process of the query ended unexpectedly/)
    expect(await failureOf(ending.ping(patience()))).toBeInstanceOf(QueryFailed)
    await bystander.ping(patience())
  })

  it('reaches a server through the tunnel of the worker, and is told why it cannot', async () => {
    const echo = createServer((socket) => socket.on('data', (bytes) => socket.write(`<${bytes}>`)))
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
    const asked: string[] = []
    const tunnel = {
      async connect(name: string, port: number) {
        asked.push(`${name}:${port}`)
        if (port !== 1521) throw new ConnectionFailed('SSH tunnel: refused – ünï')
        const { connect } = await import('node:net')
        const { port: at } = echo.address() as { port: number }
        return Duplex.from(connect(at, '127.0.0.1')) as unknown as TunnelStream
      },
    }
    const one = await session({}, { tunnel })
    const sink = recordingSink()
    await one.run('tunnel 1521', sink, patience())
    expect(sink.cells).toEqual([['"<hello>"']])
    const failure = await failureOf(one.run('tunnel 22', recordingSink(), patience()))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toBe('SSH tunnel: refused – ünï')
    expect(asked).toEqual(['db.internal:1521', 'db.internal:22'])
    echo.close()
  })
})
