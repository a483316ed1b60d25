import { connect as dial } from 'node:net'
import type { Duplex } from 'node:stream'
import { checkServerIdentity, connect as secure } from 'node:tls'
import { stopReason } from '../connector-errors.ts'
import { connected } from '../socket-dialing.ts'
import { type Dialing, type DriverConnection, dialings, oracleDriver } from './oracle-driver.ts'
import { connectionFailure } from './oracle-failures.ts'
import type { OracleOptions } from './oracle-options.ts'
import { descriptorOf } from './oracle-target.ts'
import { watchWire } from './oracle-watch.ts'
import { type WireLane, wireLane } from './wire-lane.ts'

const connectMilliseconds = 10_000
/** for the login, after the connection was made */
const loginMilliseconds = 20_000
/** If the server does not end a query after this time, the connection is given up. */
const obeyMilliseconds = 1750
const goodbyeMilliseconds = 1000
/** ORA-01013, the answer to a break */
const endedByUser = 1013
/** The driver looks at what it has of a row again with each packet: few large packets are less work. */
const packetBytes = 262_144

export interface OracleLink {
  connection: DriverConnection
  /** Runs a call to the server. When the signal is aborted, the call ends there, or the connection is given up. */
  call<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  isOpen(): boolean
  close(): Promise<void>
}

/** Connects. Throws ConnectionFailed, or the reason of the signal. */
export async function connectOracle(options: OracleOptions, signal: AbortSignal): Promise<OracleLink> {
  if (signal.aborted) throw stopReason(signal)
  const wires = wiresOf(options, signal)
  const stop = () => wires.drop(stopReason(signal))
  signal.addEventListener('abort', stop, { once: true })
  const late = Object.assign(new Error('There was no answer in time.'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => wires.drop(late), loginMilliseconds)
  try {
    const driver = oracleDriver()
    const connection = await dialings.run(wires.dialing, () =>
      driver.getConnection({
        user: options.user,
        password: options.password,
        connectString: descriptorOf(options.target, options.tunnel !== undefined),
        // no cursor stays open for a text that may never come again
        stmtCacheSize: 0,
        sdu: packetBytes,
        program: 'Sextant',
      }),
    )
    wires.rest()
    return linkOf(connection, wires)
  } catch (error) {
    wires.drop()
    if (signal.aborted) throw stopReason(signal)
    throw connectionFailure(wires.failure() ?? error, options)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function linkOf(connection: DriverConnection, wires: Wires): OracleLink {
  let isDropped = false
  const drop = (reason?: Error) => {
    isDropped = true
    wires.drop(reason)
  }
  return {
    connection,
    isOpen: () => !isDropped && wires.isOpen(),
    async call(work, signal) {
      if (signal.aborted) throw stopReason(signal)
      wires.expect()
      let timer: NodeJS.Timeout | undefined
      const stop = () => {
        timer = setTimeout(() => drop(stopReason(signal)), obeyMilliseconds)
        connection.break().catch(() => {})
      }
      signal.addEventListener('abort', stop, { once: true })
      try {
        const answer = await work()
        // the end that was asked for would come with the next call
        if (signal.aborted) drop()
        return answer
      } catch (error) {
        if (signal.aborted && (error as { errorNum?: unknown }).errorNum !== endedByUser) drop()
        throw wires.failure() ?? error
      } finally {
        wires.rest()
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
    },
    async close() {
      if (!isDropped && wires.isOpen()) {
        const timer = setTimeout(() => drop(), goodbyeMilliseconds)
        await connection.close().catch(() => {})
        clearTimeout(timer)
      }
      drop()
    },
  }
}

interface Wires {
  dialing: Dialing
  /** an answer begins: it may take as many bytes as a row may */
  expect(): void
  rest(): void
  isOpen(): boolean
  /** why the connection ended, if it was not the driver */
  failure(): Error | null
  drop(reason?: Error): void
}

/** The connection under the driver's: the listener may send it on to another one. */
function wiresOf(options: OracleOptions, signal: AbortSignal): Wires {
  const { tunnel, tls, target } = options
  let wire: Duplex | null = null
  let lane: WireLane | null = null
  let failure: Error | null = null
  let isDropped = false
  const drop = (reason?: Error) => {
    isDropped = true
    if (reason !== undefined) failure ??= described(reason)
    wire?.destroy()
    watch.release()
  }
  const watch = watchWire(drop)
  /** names for which the certificate may be: that of the form, too, when the listener sends us on */
  const names = target.addresses.map(({ host }) => host)
  const attempt = async (work: Promise<Duplex>) => {
    try {
      const made = await work
      made.on('error', (error: Error) => {
        failure ??= described(error)
      })
      failure = null
      return made
    } catch (error) {
      failure = described(error instanceof Error ? error : new Error(String(error)))
      throw failure
    }
  }
  return {
    drop,
    failure: () => failure,
    isOpen: () => wire !== null && !wire.destroyed,
    expect: watch.expect,
    rest: watch.rest,
    dialing: {
      packet: watch.packet,
      hold: watch.hold,
      drop,
      async dial({ host, hostname, port }) {
        // the driver tries the next address, and again
        if (isDropped) throw failure ?? new Error('The connection was given up.')
        wire?.destroy()
        lane = null
        const real = target.addresses.find((address) => address.host === hostname)?.host
        const tunnelled = tunnel === undefined ? null : (real ?? tunnelledHost(options, host, port))
        wire = await attempt(
          tunnel !== undefined && tunnelled !== null
            ? tunnel.connect(tunnelled, port, signal)
            : connected(dial({ host, port }), 'connect', connectMilliseconds, signal),
        )
        if (isDropped) wire.destroy()
        watch.count(wire)
        return wire
      },
      async secure(stream, { hostname }) {
        lane?.leave()
        // on a socket, the first TLS stops reading by itself
        lane = tunnel === undefined ? null : wireLane(stream)
        const made = secure({
          ...{ socket: lane?.stream ?? stream, ca: tls.ca, rejectUnauthorized: true },
          checkServerIdentity: (_name, certificate) => {
            const failures = [hostname, ...names].map((name) => checkServerIdentity(name, certificate))
            return failures.includes(undefined) ? undefined : failures[0]
          },
        })
        watch.count(made)
        return await attempt(connected(made, 'secureConnect', connectMilliseconds, signal))
      },
    },
  }
}

/** The call sites that an error keeps until its stack is read know the connection, and all that it has. */
function described(error: Error): Error {
  void error.stack
  return error
}

/** The driver was given an address in place of a name that only the tunnel's end can look up. */
function tunnelledHost({ target }: OracleOptions, host: string, port: number): string {
  const named = target.addresses.find((address) => address.port === port)
  return host === '127.0.0.1' && named !== undefined ? named.host : host
}
