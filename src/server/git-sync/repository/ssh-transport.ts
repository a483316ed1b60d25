import { once } from 'node:events'
import type { Client, ClientChannel, ConnectConfig } from 'ssh2'
import { boundSshTraffic, type SshTraffic } from '#connectors/ssh-traffic.ts'
import { connectServer, fingerprintOf, isPinned, kindOf } from '#server/kernel/index.ts'
import { GitProblem } from './git-problem.ts'
import { maxPackBytes } from './git-protocol.ts'
import { callMilliseconds, type GitRemote, type GitTransport } from './git-transport.ts'
import { tooLarge } from './https-transport.ts'

/** The service of the git protocol that reads. */
const service = 'git-upload-pack'

/** `ssh://git@host:22/path` as host, port, user and path. */
export function readSshUrl(text: string): { host: string; port: number; user: string; path: string } | null {
  const short = /^(?:([\w.-]+)@)?([\w.-]+):(?!\/\/)([^\s:].*)$/.exec(text)
  // a path that begins with a dash would be an option of the program at the other end
  if (short !== null && !text.includes('://') && !short[3]?.startsWith('-'))
    return { host: short[2] ?? '', port: 22, user: short[1] ?? 'git', path: short[3] ?? '' }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'ssh:' || url.hostname === '' || url.pathname.length < 2) return null
  const port = url.port === '' ? 22 : Number(url.port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const path = decodeURIComponent(url.pathname)
  return { host, port, user: decodeURIComponent(url.username) || 'git', path }
}

/**
 * The git protocol over SSH with a pinned host key. The messages are those of HTTP, but the server lists its branches
 * unasked, and the conversation continues in one channel.
 */
export function sshTransport(remote: GitRemote): GitTransport {
  const target = readSshUrl(remote.url)
  if (target === null) throw new GitProblem('The address of the repository is not one of SSH.')
  let connection: Promise<Connection> | null = null
  let conversation: Conversation | null = null
  return {
    async discover() {
      connection ??= connect(remote, target)
      conversation?.channel.destroy()
      const channel = await execute(await connection, `${service} '${target.path.replaceAll("'", "'\\''")}'`)
      conversation = converse(channel)
      const refs = await conversation.until(endOfRefs)
      return Buffer.concat([Buffer.from(`${packet(`# service=${service}\n`)}0000`), refs])
    },
    async call(body) {
      if (conversation === null) throw new Error('The server was not asked for its branches first.')
      conversation.channel.end(body)
      return await conversation.until(never)
    },
    close() {
      conversation?.channel.destroy()
      void connection?.then(
        ({ client }) => client.destroy(),
        () => {},
      )
    },
  }
}

/** Limit of the list of branches, which is searched again with each piece that arrives. */
const maxRefsBytes = 8 * 1024 * 1024

const packet = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text

/** The end of the list of branches, after an empty packet; null: more is to come. */
function endOfRefs(bytes: Buffer): number | null {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16)
    if (length === 0) return at + 4
    if (!(length >= 4)) throw new GitProblem('The server does not answer as a git server.')
    at += length
  }
  return null
}

interface Conversation {
  channel: ClientChannel
  /** what the server has sent, up to the position that `find` returns or the end of the channel */
  until(find: (bytes: Buffer) => number | null): Promise<Buffer>
}

function converse(channel: ClientChannel): Conversation {
  let held = Buffer.alloc(0)
  let complaint = ''
  channel.stderr.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(0, 500)
  })
  const reading = channel[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  return {
    channel,
    async until(find) {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        channel.destroy()
      }, callMilliseconds)
      const parts: Buffer[] = [held]
      let bytes = held.length
      try {
        for (;;) {
          const seen = find === never ? null : find(Buffer.concat(parts))
          if (seen !== null) {
            const all = Buffer.concat(parts)
            held = all.subarray(seen)
            return all.subarray(0, seen)
          }
          const { value, done } = await reading.next()
          if (done === true) break
          bytes += value.length
          if (bytes > (find === never ? maxPackBytes : maxRefsBytes)) throw tooLarge()
          parts.push(value)
        }
      } finally {
        clearTimeout(timer)
      }
      if (isLate) throw new GitProblem('The server did not answer in time.')
      if (find !== never || bytes === 0)
        throw new GitProblem(`The server ended the connection: ${complaint.trim() || 'without a reason'}`)
      return Buffer.concat(parts)
    },
  }
}

const never = () => null

async function execute({ client, traffic }: Connection, command: string): Promise<ClientChannel> {
  return await new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) return reject(new GitProblem(error.message))
      traffic.watch(channel)
      resolve(channel)
    })
  })
}

const loginMilliseconds = 15_000

interface Connection {
  client: Client
  traffic: SshTraffic
}

async function connect(
  { hostKey, privateKey, passphrase }: GitRemote,
  { host, port, user }: { host: string; port: number; user: string },
): Promise<Connection> {
  const where = `${host}:${port}`
  const { default: ssh } = await import('ssh2')
  const parsed = ssh.utils.parseKey(privateKey, passphrase === '' ? undefined : passphrase)
  if (parsed instanceof Error)
    throw new GitProblem(
      'The private key cannot be read: it is not a private key, or needs another passphrase.',
    )
  const sock = await connectServer(host, port, AbortSignal.timeout(loginMilliseconds))
  const traffic = boundSshTraffic(sock)
  const client = new ssh.Client()
  let refused: GitProblem | null = null
  const config: ConnectConfig = {
    ...{ sock, username: user, privateKey, readyTimeout: loginMilliseconds },
    ...(passphrase === '' ? {} : { passphrase }),
    hostVerifier: (key: Buffer) => {
      if (isPinned(key, hostKey)) return true
      refused = new GitProblem(
        `${where} does not have the host key that is stored, but ${fingerprintOf(key)} (${kindOf(key)}).`,
      )
      return false
    },
  }
  // stays: an 'error' event without a listener ends the process
  client.on('error', () => {})
  try {
    client.connect(config)
    await once(client, 'ready', { signal: AbortSignal.timeout(loginMilliseconds) })
  } catch (error) {
    client.destroy()
    sock.destroy()
    if (refused !== null) throw refused
    if ((error as { level?: string }).level === 'client-authentication')
      throw new GitProblem(`${where} refused the user "${user}" with this private key.`)
    throw new GitProblem(`${where} could not be used as an SSH server: ${(error as Error).message}`)
  }
  return { client, traffic }
}
