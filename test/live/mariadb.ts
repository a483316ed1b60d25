import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import { freePort } from '../test-postgres.ts'
import type { TestCertificate } from './certificates.ts'

export interface TestMariadb {
  port: number
  /** a user with all rights */
  user: string
  password: string
  database: string
  /** the files of its databases, in a folder for each */
  data: string
  /** ends the server as a crash does, keeping its data */
  crash(): Promise<void>
  /** starts it again after that, on the same port */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

const account = { user: 'sextant', password: 'secret', database: 'sextant_test' }

/**
 * A throw-away MariaDB server in a temporary folder on a free loopback port, stopped by its process id. As root it runs
 * as the user `mysql` of the Debian package. It offers TLS only with a certificate.
 */
export async function startTestMariadb(certificate: TestCertificate | null): Promise<TestMariadb> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-mariadb-'))
  await chmod(folder, 0o777)
  const data = join(folder, 'data')
  const asRoot = process.getuid?.() === 0 ? ['--user=mysql'] : []
  const port = await freePort()
  await run('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--skip-test-db', ...asRoot])
  const init = await initFile(folder)
  const start = () => startServer({ folder, data, port, init, asRoot, certificate })
  let server: ChildProcess
  try {
    server = await start()
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    ...{ port, ...account, data },
    crash: () => endServer(server, 'SIGKILL'),
    async startAgain() {
      server = await start()
    },
    async stop() {
      await endServer(server, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface ServerStart {
  folder: string
  data: string
  port: number
  init: string
  asRoot: readonly string[]
  certificate: TestCertificate | null
}

async function startServer({ folder, data, port, init, asRoot, certificate }: ServerStart) {
  const server = spawn(
    'mariadbd',
    [
      ...['--no-defaults', `--datadir=${data}`, `--port=${port}`, '--bind-address=127.0.0.1'],
      ...[`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`, `--tmpdir=${folder}`],
      ...['--skip-name-resolve', '--character-set-server=utf8mb4', '--innodb-flush-log-at-trx-commit=0'],
      // nobody needs the data after a crash: waiting for the disk at each new table took minutes beside other work
      '--sync-frm=0',
      // only this test may connect; the file creates the accounts
      ...[`--init-file=${init}`, ...asRoot],
      ...(certificate === null
        ? ['--skip-ssl']
        : [
            ...[`--ssl-cert=${certificate.certificateFile}`, `--ssl-key=${certificate.keyFile}`],
            // clients may show it, too
            `--ssl-ca=${certificate.certificateFile}`,
          ]),
    ],
    { env: { ...process.env, PATH: searchPath() }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const log: string[] = []
  server.stderr.on('data', (part) => log.push(String(part)))
  try {
    await reachable(server, port)
  } catch (error) {
    await endServer(server, 'SIGTERM')
    throw new Error(`MariaDB for the tests did not start: ${log.join('')}`, { cause: error })
  }
  return server
}

/** Debian installs the server in /usr/sbin, which is not on every PATH. */
function searchPath(): string {
  return `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`
}

async function initFile(folder: string): Promise<string> {
  const { writeFile } = await import('node:fs/promises')
  const file = join(folder, 'init.sql')
  const statements = [
    `create database if not exists ${account.database}`,
    `create user if not exists '${account.user}'@'127.0.0.1' identified by '${account.password}'`,
    `grant all on *.* to '${account.user}'@'127.0.0.1' with grant option`,
  ]
  await writeFile(file, `${statements.join(';\n')};\n`)
  await chmod(file, 0o644)
  return file
}

async function run(command: string, parameters: string[]): Promise<void> {
  const child = spawn(command, parameters, {
    env: { ...process.env, PATH: searchPath() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (part) => output.push(String(part)))
  child.stderr.on('data', (part) => output.push(String(part)))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output.join('')}`)
}

async function reachable(server: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`exit code ${server.exitCode}`)
    if (await answers(port)) {
      const client = await mysql.createConnection({ host: '127.0.0.1', port, ...account }).catch(() => null)
      if (client !== null) return client.end()
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no answer within 30 seconds')
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
    socket.once('close', (hadError) => resolve(!hadError))
  })
}

async function endServer(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(signal)
  const timer = setTimeout(() => server.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(timer)
}
