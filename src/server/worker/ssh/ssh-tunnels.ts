import type { ConnectorOptions, Tunnel, TunnelStream } from '#connectors/connector.ts'
import { ConnectionFailed, stopReason } from '#connectors/connector-errors.ts'
import { readSshTunnel, type SshTunnelOptions } from '#shared/config-form/ssh-tunnel.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import {
  connectSsh,
  forward,
  loginMilliseconds,
  lostConnection,
  type SshConnection,
  tunnelFailure,
} from './connect-ssh.ts'
import { tunnelStream } from './tunnel-stream.ts'

/** How long a tunnel stays without connections: the next run of a person who works there finds it open. */
const idleMilliseconds = 60_000
/** How long the SSH server may take to answer for one connection. */
const forwardMilliseconds = 15_000
/** Ways into tunnels that are remembered; the tunnels of those that are forgotten stay as they are. */
const maxRemembered = 200

/** The SSH connections of this process. Data sources with equal options, their secrets included, share one. */
export interface SshTunnels {
  /** The same object for equal options. undefined: the options name no tunnel */
  of(options: ConnectorOptions): Tunnel | undefined
  /** how many are open, for tests */
  count(): number
  close(): void
}

interface Shared {
  connection: Promise<SshConnection>
  /** connections through it, and attempts to make one */
  uses: number
  idle: NodeJS.Timeout | undefined
}

export function createSshTunnels(): SshTunnels {
  const open = new Map<string, Shared>()
  const remembered = new Map<string, Tunnel>()

  const login = (key: string, options: SshTunnelOptions): Shared => {
    const existing = open.get(key)
    if (existing !== undefined) return existing
    const shared: Shared = { connection: connectSsh(options), uses: 0, idle: undefined }
    const forget = () => {
      clearTimeout(shared.idle)
      if (open.get(key) === shared) open.delete(key)
    }
    // all who wait for it get the error; the next one tries again
    shared.connection.then(({ client }) => client.once('close', forget), forget)
    open.set(key, shared)
    return shared
  }
  const enter = (shared: Shared) => {
    clearTimeout(shared.idle)
    shared.uses++
  }
  const leave = (shared: Shared) => {
    if (--shared.uses > 0) return
    shared.idle = setTimeout(() => end(shared), idleMilliseconds)
    shared.idle.unref()
  }
  const connect = async (
    options: SshTunnelOptions,
    to: { host: string; port: number },
    signal: AbortSignal,
  ): Promise<TunnelStream> => {
    const shared = login(JSON.stringify(options), options)
    const where = `${options.ssh_host}:${options.ssh_port}`
    const patience = AbortSignal.any([signal, AbortSignal.timeout(loginMilliseconds + forwardMilliseconds)])
    enter(shared)
    try {
      const connection = await orAborted(shared.connection, signal)
      const channel = await forward(connection, options, to, patience)
      const stream = tunnelStream(channel, () =>
        connection.traffic.failure() === null ? null : lostConnection(connection, where),
      )
      stream.once('close', () => leave(shared))
      return stream
    } catch (error) {
      leave(shared)
      if (!patience.aborted || signal.aborted) throw error
      throw tunnelFailure(`${where} did not answer in time.`, error)
    }
  }
  return {
    of(stored) {
      const options = readSshTunnel(stored)
      if (options === null) return undefined
      if (isPhrase(options)) throw new ConnectionFailed(String(options))
      const key = JSON.stringify(options)
      const known = remembered.get(key)
      if (known !== undefined) return known
      const tunnel: Tunnel = { connect: (host, port, signal) => connect(options, { host, port }, signal) }
      const [oldest] = remembered.keys()
      if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest)
      remembered.set(key, tunnel)
      return tunnel
    },
    count: () => open.size,
    close() {
      for (const shared of open.values()) end(shared)
      open.clear()
      remembered.clear()
    },
  }
}

function end(shared: Shared): void {
  clearTimeout(shared.idle)
  shared.connection.then(
    ({ client }) => client.end(),
    () => {},
  )
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(stopReason(signal))
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(stopReason(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
