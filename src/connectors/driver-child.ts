import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { cutMessage } from '#shared/errors/cut-message.ts'
import type {
  Connector,
  ConnectorHost,
  Session,
  Sink,
  SinkColumn,
  Tunnel,
  TunnelStream,
} from './connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed, TimedOut } from './connector-errors.ts'
import type { DriverReply, DriverRequest } from './driver-protocol.ts'
import { watchParent } from './engine-child.ts'
import type { EngineCell } from './engine-protocol.ts'
import { rowBatch } from './row-batch.ts'

/** What a connector offers inside the process of its driver. */
export type Driver = Pick<Connector, 'open' | 'killOrphan'>

/**
 * The main loop of a driver's process: a session of a data source whose driver is not ours, so that what the server
 * sends is parsed away from the worker.
 */
export function serveDriver(driver: Driver): void {
  watchParent()
  const desk: Desk = { session: null, stop: new AbortController(), acknowledge: null }
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', async (request: DriverRequest) => {
    if (request.kind === 'beat') return send({ kind: 'beat' })
    if (request.kind === 'more') return desk.acknowledge?.(request.goesOn)
    if (request.kind === 'stop') return desk.stop.abort(request.timedOut ? new TimedOut() : new Cancelled())
    desk.stop = new AbortController()
    try {
      await answer(driver, desk, request)
      send({ kind: 'done' })
    } catch (error) {
      send(failure(error))
    }
  })
}

interface Desk {
  session: Session | null
  /** of the present request */
  stop: AbortController
  /** the worker has taken the last batch, and says whether it wants more */
  acknowledge: ((goesOn: boolean) => void) | null
}

type Question = Exclude<DriverRequest, { kind: 'more' | 'stop' | 'beat' }>

async function answer(driver: Driver, desk: Desk, request: Question): Promise<void> {
  const { signal } = desk.stop
  if (request.kind === 'open') {
    desk.session = await driver.open(request.options, hostOf(request.tunnel, request.maxSeconds), signal)
    return send({ kind: 'opened', canReset: desk.session.reset !== undefined })
  }
  if (request.kind === 'kill-orphan')
    return await driver.killOrphan?.(request.options, hostOf(request.tunnel, null), request.backend)
  const { session } = desk
  if (session === null) throw new ConnectionFailed('The session is not open.')
  switch (request.kind) {
    case 'ping':
      return await session.ping(signal)
    case 'tables':
      return send({ kind: 'tables', tables: await session.tables(signal) })
    case 'reset':
      return await session.reset?.(signal)
    case 'close':
      return await session.close()
    case 'run': {
      const { sink, rest } = sinkOf(desk)
      await session.run(request.text, sink, signal, request.values)
      return await rest()
    }
  }
}

/** Only what drivers use: HTTP, uploaded files and results of queries stay with the worker. */
function hostOf(tunnel: string | null, maxSeconds: number | null): ConnectorHost {
  const refuse = () => Promise.reject(new Error('The process of a driver has no HTTP.'))
  return {
    ...{ fileFolders: [], fetch: refuse, fetchServer: refuse, engineMemoryMb: 0 },
    reportBackend: (backend) => send({ kind: 'backend', backend }),
    ...(maxSeconds === null ? {} : { maxSeconds }),
    ...(tunnel === null ? {} : { tunnel: tunnelAt(tunnel) }),
  }
}

/** Through the worker, which has the SSH connection: driver-tunnel.ts is the other end. */
function tunnelAt(path: string): Tunnel {
  return {
    async connect(host, port, signal) {
      const socket = connect(path)
      try {
        await once(socket, 'connect', { signal })
        socket.write(`${JSON.stringify({ host, port })}\n`)
        await accepted(socket, signal)
      } catch (error) {
        socket.destroy()
        throw error instanceof ConnectionFailed
          ? error
          : new ConnectionFailed((error as Error).message, error)
      }
      return asTunnelStream(socket)
    },
  }
}

/** The worker answers one line: empty once the connection exists, otherwise why not. */
async function accepted(socket: Socket, signal: AbortSignal): Promise<void> {
  let line = ''
  while (!line.endsWith('\n')) {
    const byte = socket.read(1) as Buffer | null
    if (byte !== null) line += byte.toString('latin1')
    else if (socket.readableEnded || socket.destroyed) throw new ConnectionFailed('The SSH tunnel has ended.')
    else await Promise.race([once(socket, 'readable', { signal }), once(socket, 'end', { signal })])
  }
  const problem = Buffer.from(line.trim(), 'base64').toString('utf8')
  if (problem !== '') throw new ConnectionFailed(problem)
}

/** It is connected already, and drivers wait for the event. */
function asTunnelStream(socket: Socket): TunnelStream {
  const stream = socket as unknown as TunnelStream
  stream.connect = () => {
    setImmediate(() => socket.emit('connect'))
    return stream
  }
  return stream
}

/** Sends what a session tells its sink. Cells are encoded here, so that the worker only stores texts. */
function sinkOf(desk: Desk): { sink: Sink; rest(): Promise<void> } {
  let encoders: readonly SinkColumn['encode'][] = []
  let batch = rowBatch()
  /** of the batch that the worker is storing */
  let taken: Promise<boolean> = Promise.resolve(true)
  const pass = async (rows: EngineCell[][]): Promise<boolean> => {
    if (!(await taken)) return false
    taken = new Promise((resolve) => {
      desk.acknowledge = resolve
    })
    send({ kind: 'rows', rows })
    return true
  }
  const sink: Sink = {
    columns(columns) {
      encoders = columns.map(({ encode }) => encode)
      batch = rowBatch()
      send({ kind: 'columns', columns: columns.map(({ name, type }) => ({ name, type })) })
    },
    async rows(rows) {
      for (const row of rows) {
        const cells = row.map((cell, place) =>
          cell === null || cell === undefined ? null : (encoders[place]?.(cell) ?? null),
        )
        const full = batch.add(cells)
        if (full !== null && !(await pass(full))) return false
      }
      // what a driver has read so far is shown at once
      const some = batch.rest()
      return some.length === 0 ? true : await pass(some)
    },
    log: (line) => send({ kind: 'log', line }),
    progress: (progress) => send({ kind: 'progress', progress }),
    metadata: (facts) => send({ kind: 'metadata', facts }),
  }
  return {
    sink,
    async rest() {
      await taken
    },
  }
}

function failure(error: unknown): DriverReply {
  const { message, stack } = error as Error
  if (error instanceof Cancelled || error instanceof TimedOut)
    return { kind: 'failed', message, position: null, reason: 'stopped' }
  if (error instanceof ConnectionFailed)
    return { kind: 'failed', message, position: null, reason: 'connection' }
  if (error instanceof QueryFailed)
    return { kind: 'failed', message, position: error.position, reason: 'query' }
  return { kind: 'failed', message: cutMessage(stack ?? message), position: null, reason: 'bug' }
}

function send(reply: DriverReply): void {
  process.send?.(reply)
}
