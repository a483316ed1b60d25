import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../test-postgres.ts'

export interface TestSshd {
  port: number
  user: string
  /** private keys that may log in: without a passphrase, and with `passphrase` */
  key: string
  lockedKey: string
  passphrase: string
  /** of the host key */
  fingerprint: string
  /** a line as in `known_hosts` */
  hostKey: string
  /** ends the server with all its connections */
  stop(): Promise<void>
}

const passphrase = 'open sesame'

/** OpenSSH on a free loopback port for the account that runs the tests, with its own keys. */
export async function startSshd({ forwards = true } = {}): Promise<TestSshd> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-sshd-'))
  const file = (name: string) => join(folder, name)
  await makeKey(file('host'), '')
  await makeKey(file('key'), '')
  await makeKey(file('locked'), passphrase)
  const [key, lockedKey, hostKey, ...allowed] = await Promise.all(
    ['key', 'locked', 'host.pub', 'key.pub', 'locked.pub'].map((name) => readFile(file(name), 'utf8')),
  )
  const { writeFile } = await import('node:fs/promises')
  await writeFile(file('authorized'), allowed.join(''))
  const port = await freePort()
  const settings = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${file('host')}`, 'PidFile none', 'UsePAM no'],
    ...[`AuthorizedKeysFile ${file('authorized')}`, 'StrictModes no', 'PasswordAuthentication no'],
    ...['PermitRootLogin prohibit-password', `AllowTcpForwarding ${forwards ? 'yes' : 'no'}`],
  ]
  await writeFile(file('config'), `${settings.join('\n')}\n`)
  // the server wants this folder for its unprivileged part
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true })
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', file('config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log: string[] = []
  server.stderr.on('data', (part) => log.push(String(part)))
  await reachable(server, port, log)
  const { stdout } = await promisify(execFile)('ssh-keygen', ['-lf', file('host.pub')])
  return {
    ...{ port, user: userInfo().username, passphrase },
    ...{ key: key ?? '', lockedKey: lockedKey ?? '', hostKey: hostKey ?? '' },
    fingerprint: stdout.split(' ')[1] ?? '',
    async stop() {
      await end(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeKey(path: string, phrase: string): Promise<void> {
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', phrase, '-f', path])
  await chmod(path, 0o600)
}

async function reachable(server: ChildProcess, port: number, log: string[]): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) break
    const socket = createConnection(port, '127.0.0.1')
    const answers = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`sshd for the tests did not start: ${log.join('')}`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return
  const exited = once(server, 'exit')
  server.kill('SIGSTOP')
  for (const pid of await descendantsOf(server.pid)) process.kill(pid, 'SIGKILL')
  server.kill('SIGKILL')
  await exited
}

/** Each connection has its own processes, which outlive the server. */
async function descendantsOf(pid: number): Promise<number[]> {
  const listed = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => null)
  const children = (listed?.stdout.match(/\d+/g) ?? []).map(Number)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}
