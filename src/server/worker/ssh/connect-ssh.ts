import { Socket } from 'node:net'
import type { Client, ConnectConfig } from 'ssh2'
import { ConnectionFailed, stopReason } from '#connectors/connector-errors.ts'
import { networkFailure } from '#connectors/network-failure.ts'
import { boundSshTraffic, type SshTraffic } from '#connectors/ssh-traffic.ts'
import { fingerprintOf, isPinned, kindOf } from '#server/kernel/index.ts'
import type { SshTunnelOptions } from '#shared/config-form/ssh-tunnel.ts'

export const loginMilliseconds = 10_000

/** Every error of a tunnel says so first (docs/reference/connectors.md#ssh-tunnel). */
export function tunnelFailure(sentence: string, cause?: unknown): ConnectionFailed {
  return new ConnectionFailed(`SSH tunnel: ${sentence}`, cause)
}

export interface SshConnection {
  client: Client
  traffic: SshTraffic
}

/** Connects to the SSH server and logs in. Throws ConnectionFailed, which says how far it came. */
export async function connectSsh(options: SshTunnelOptions): Promise<SshConnection> {
  const { default: ssh } = await import('ssh2')
  const where = `${options.ssh_host}:${options.ssh_port}`
  const client = new ssh.Client()
  let refusedKey: ConnectionFailed | null = null
  const sock = new Socket()
  const traffic = boundSshTraffic(sock)
  const config: ConnectConfig = {
    sock,
    username: options.ssh_username,
    ...(options.ssh_password === ''
      ? {}
      : // some servers ask for the password only in a dialog
        { password: options.ssh_password, tryKeyboard: true }),
    ...(options.ssh_keyFile === ''
      ? {}
      : { privateKey: readKey(options, ssh.utils.parseKey), passphrase: options.ssh_passphrase }),
    readyTimeout: loginMilliseconds,
    keepaliveInterval: 15_000,
    keepaliveCountMax: 3,
    hostVerifier: (key: Buffer) => {
      refusedKey = keyRefusal(key, options.ssh_host_key, where)
      return refusedKey === null
    },
  }
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) => {
    answer(prompts.map(() => options.ssh_password))
  })
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve)
      // stays: an 'error' event without a listener ends the process
      client.on('error', reject)
      client.once('close', () => reject(new Error('the connection was closed')))
      sock.connect({ host: options.ssh_host, port: options.ssh_port })
      client.connect(config)
    })
  } catch (error) {
    client.destroy()
    sock.destroy()
    throw refusedKey ?? loginFailure(error, options, where)
  }
  return { client, traffic }
}

/** The error for a connection that has ended: with the reason, if this process ended it. */
export function lostConnection({ traffic }: SshConnection, where: string, cause?: unknown): ConnectionFailed {
  const { message } = traffic.failure() ?? {}
  return tunnelFailure(
    message === undefined
      ? `the connection to ${where} was lost.`
      : `the connection to ${where} was ended, because ${message}.`,
    cause,
  )
}

/** Opens a connection from the SSH server to the address. */
export async function forward(
  connection: SshConnection,
  { ssh_host, ssh_port }: Pick<SshTunnelOptions, 'ssh_host' | 'ssh_port'>,
  to: { host: string; port: number },
  signal: AbortSignal,
) {
  const { client, traffic } = connection
  const [from, address] = [`${ssh_host}:${ssh_port}`, `${to.host}:${to.port}`]
  return await new Promise<import('ssh2').ClientChannel>((resolve, reject) => {
    const end = () => signal.removeEventListener('abort', onAbort)
    const onAbort = () => reject(stopReason(signal))
    const onLost = () => {
      end()
      reject(lostConnection(connection, from))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    client.once('close', onLost)
    const answered = (error: Error | undefined, channel: import('ssh2').ClientChannel) => {
      end()
      client.off('close', onLost)
      if (error !== undefined) reject(forwardFailure(error, from, address))
      else if (signal.aborted) channel.close()
      else {
        traffic.watch(channel)
        resolve(channel)
      }
    }
    try {
      client.forwardOut('127.0.0.1', 0, to.host, to.port, answered)
    } catch (error) {
      // the connection ended before we asked
      reject(lostConnection(connection, from, error))
      end()
      client.off('close', onLost)
    }
  })
}

type ParseKey = typeof import('ssh2').utils.parseKey

/** The key may be given as base64, as forms send files, or as it is in its file. */
function readKey({ ssh_keyFile, ssh_passphrase }: SshTunnelOptions, parseKey: ParseKey): Buffer {
  const isText = ssh_keyFile.includes('PRIVATE KEY') || ssh_keyFile.startsWith('PuTTY-')
  const key = Buffer.from(ssh_keyFile, isText ? 'utf8' : 'base64')
  const parsed = parseKey(key, ssh_passphrase === '' ? undefined : ssh_passphrase)
  if (!(parsed instanceof Error)) return key
  const reason =
    ssh_passphrase === ''
      ? 'the private key cannot be read: its file holds no private key, or the key needs a passphrase.'
      : 'the private key cannot be read with this passphrase.'
  throw tunnelFailure(reason, parsed)
}

function keyRefusal(key: Buffer, pinned: string, where: string): ConnectionFailed | null {
  if (isPinned(key, pinned)) return null
  const shown = `${fingerprintOf(key)} (${kindOf(key)})`
  return pinned === ''
    ? tunnelFailure(
        `${where} shows the host key ${shown}. If it is the key of your server, enter it under "SSH Tunnel: Host Key".`,
      )
    : tunnelFailure(
        `${where} does not have the host key that is stored, but ${shown}. If the server was not installed again, another one answers in its place.`,
      )
}

function loginFailure(error: unknown, options: SshTunnelOptions, where: string): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  const { level } = error as { level?: string }
  if (level === 'client-authentication') {
    const given = [
      ...(options.ssh_keyFile === '' ? [] : ['private key']),
      ...(options.ssh_password === '' ? [] : ['password']),
    ].join(' and this ')
    return tunnelFailure(`${where} refused the user "${options.ssh_username}" with this ${given}.`, error)
  }
  if (level === 'client-timeout') {
    return tunnelFailure(
      `${where} did not answer as an SSH server within ${loginMilliseconds / 1000} seconds.`,
      error,
    )
  }
  const known = networkFailure(error, where)
  if (known !== null) return tunnelFailure(known.message, error)
  const reason = error instanceof Error ? error.message : String(error)
  return tunnelFailure(`${where} could not be used as an SSH server: ${reason}.`, error)
}

/** RFC 4254, section 5.1 */
const prohibited = 1
const connectFailed = 2

function forwardFailure(
  error: Error & { reason?: unknown },
  from: string,
  address: string,
): ConnectionFailed {
  if (error.reason === prohibited) {
    return tunnelFailure(`${from} does not allow connections to ${address}.`, error)
  }
  if (error.reason === connectFailed) {
    return tunnelFailure(`${from} cannot connect to ${address}. Is the database running there?`, error)
  }
  return tunnelFailure(`${from} could not connect to ${address}: ${error.message}`, error)
}
