import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorHost, ConnectorOptions } from '#connectors/connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '#connectors/connector-errors.ts'
import { mysql } from '#connectors/mysql/mysql-connector.ts'
import { postgres } from '#connectors/postgres/postgres-connector.ts'
import { recordingSink } from '#connectors/recording-sink.ts'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { startTestMariadb, type TestMariadb } from '#test/live/mariadb.ts'
import { startPostgresWithTls } from '#test/live/postgres-with-tls.ts'
import { passwordServer } from '#test/live/ssh-password-server.ts'
import { startSshd, type TestSshd } from '#test/live/sshd.ts'
import { freePort } from '#test/test-postgres.ts'
import { createSshTunnels, type SshTunnels } from './ssh-tunnels.ts'

let certificate: TestCertificate
/** of its own, because PostgreSQL lets no other account read its key */
let mariadbCertificate: TestCertificate
let database: Awaited<ReturnType<typeof startPostgresWithTls>>
let mariadb: TestMariadb
let sshd: TestSshd
let tunnels: SshTunnels

beforeAll(async () => {
  ;[certificate, mariadbCertificate] = await Promise.all([makeTestCertificate(), makeTestCertificate('rsa')])
  database = await startPostgresWithTls(certificate)
  mariadb = await startTestMariadb(mariadbCertificate)
  sshd = await startSshd()
  tunnels = createSshTunnels()
})
afterAll(async () => {
  tunnels.close()
  await Promise.all([database.stop(), mariadb.stop(), sshd.stop()])
  await Promise.all([certificate.remove(), mariadbCertificate.remove()])
})

function tunnelOptions(changes: Record<string, unknown> = {}) {
  return {
    ssh_host: '127.0.0.1',
    ssh_port: sshd.port,
    ssh_username: sshd.user,
    ssh_keyFile: Buffer.from(sshd.key).toString('base64'),
    ssh_host_key: sshd.fingerprint,
    ...changes,
  }
}

/** `localhost` is a name that the SSH server finds, and the one of the certificate. */
function postgresOptions(changes: Record<string, unknown> = {}): ConnectorOptions {
  const { port, username, password, pathname } = new URL(database.url)
  return {
    ...{ host: 'localhost', port: Number(port), user: username, password, dbname: pathname.slice(1) },
    sslmode: 'disable',
    ssh_tunnel: tunnelOptions(),
    ...changes,
  }
}

function mysqlOptions(changes: Record<string, unknown> = {}): ConnectorOptions {
  const { port, user, password, database: db } = mariadb
  return { host: '127.0.0.1', port, user, passwd: password, db, ssh_tunnel: tunnelOptions(), ...changes }
}

const backends: Record<string, string | number>[] = []

function hostFor(options: ConnectorOptions, through = tunnels): ConnectorHost {
  return {
    fileFolders: [],
    fetch: () => Promise.reject(new Error('not needed here')),
    fetchServer: () => Promise.reject(new Error('not needed here')),
    reportBackend: (backend) => backends.push({ ...backend }),
    engineMemoryMb: 0,
    tunnel: through.of(options),
  }
}

const openPostgres = (options = postgresOptions(), signal = AbortSignal.timeout(20_000), through = tunnels) =>
  postgres.open(options, hostFor(options, through), signal)

async function failureOf(options: ConnectorOptions): Promise<string> {
  const failure = await openPostgres(options).then(
    (session) => session.close(),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ConnectionFailed)
  const { message } = failure as Error
  expect(message).toMatch(/^SSH tunnel: /)
  expect(message).not.toContain('not-the-password')
  return message
}

describe('reads through a tunnel', () => {
  it.each(['disable', 'prefer', 'require'])('PostgreSQL with SSL mode %s', async (sslmode) => {
    const session = await openPostgres(postgresOptions({ sslmode }))
    const sink = recordingSink()
    await session.run('select i from generate_series(1, 50000) i', sink, AbortSignal.timeout(20_000))
    expect(sink.cells).toHaveLength(50_000)
    await session.close()
  })

  it('PostgreSQL whose certificate must name the host behind the tunnel', async () => {
    const root = Buffer.from(certificate.certificate).toString('base64')
    const options = postgresOptions({ sslmode: 'verify-full', sslrootcertFile: root })
    const session = await openPostgres(options)
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
    const other = openPostgres({ ...options, host: '127.0.0.1' })
    await expect(other).rejects.toThrow(/No secure connection to 127\.0\.0\.1/)
  })

  it.each(['disabled', 'required'])('MariaDB with SSL mode %s', async (ssl_mode) => {
    const options = mysqlOptions({ ssl_mode })
    const session = await mysql.open(options, hostFor(options), AbortSignal.timeout(20_000))
    const sink = recordingSink()
    await session.run('select seq from seq_1_to_50000', sink, AbortSignal.timeout(20_000))
    expect(sink.cells).toHaveLength(50_000)
    await session.close()
  })

  it('a table of 100,000 rows that its reader takes slowly', async () => {
    const session = await openPostgres()
    const sink = recordingSink({ keepsCells: false, milliseconds: 3 })
    await session.run(
      `select i, repeat('x', 200) from generate_series(1, 100000) i`,
      sink,
      AbortSignal.timeout(60_000),
    )
    expect(sink.batches.reduce((sum, each) => sum + each, 0)).toBe(100_000)
    await session.close()
  })

  it('with a key that has a passphrase, and a host key as in known_hosts', async () => {
    const ssh_tunnel = tunnelOptions({
      ssh_keyFile: Buffer.from(sshd.lockedKey).toString('base64'),
      ssh_passphrase: sshd.passphrase,
      ssh_host_key: sshd.hostKey,
    })
    const session = await openPostgres(postgresOptions({ ssh_tunnel }))
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
  })
})

describe('cancels through a tunnel', () => {
  const sleeping = { pg: 'select pg_sleep(30)', mysql: 'select sleep(30)' }

  it.each(['pg', 'mysql'] as const)('%s', async (type) => {
    const connector = { pg: postgres, mysql }[type]
    const options = { pg: postgresOptions, mysql: mysqlOptions }[type]()
    const session = await connector.open(options, hostFor(options), AbortSignal.timeout(20_000))
    const controller = new AbortController()
    const running = session.run(sleeping[type], recordingSink(), controller.signal)
    setTimeout(() => controller.abort(), 300)
    await expect(running).rejects.toBeInstanceOf(Cancelled)
    // the same session goes on: the query was ended, not the connection
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
  })

  it('ends the query of a worker that died', async () => {
    const options = postgresOptions()
    backends.length = 0
    const session = await openPostgres(options)
    const running = session.run(sleeping.pg, recordingSink(), AbortSignal.timeout(20_000))
    setTimeout(() => void postgres.killOrphan?.(options, hostFor(options), backends[0] ?? {}), 300)
    await expect(running).rejects.toBeInstanceOf(QueryFailed)
    await session.close()
  })
})

describe('is shared', () => {
  it('by all sessions with the same options, and by no others', async () => {
    const own = createSshTunnels()
    const sessions = await Promise.all([1, 2, 3].map(() => openPostgres(undefined, undefined, own)))
    expect(own.count()).toBe(1)
    const lockedKey = Buffer.from(sshd.lockedKey).toString('base64')
    const other = postgresOptions({
      ssh_tunnel: tunnelOptions({ ssh_keyFile: lockedKey, ssh_passphrase: sshd.passphrase }),
    })
    sessions.push(await openPostgres(other, undefined, own))
    expect(own.count()).toBe(2)
    for (const session of sessions) await session.close()
    own.close()
    await expect.poll(() => own.count()).toBe(0)
  })

  it('and opened again after the SSH server was lost', async () => {
    const own = createSshTunnels()
    const lost = await startSshd()
    const options = postgresOptions({
      ssh_tunnel: {
        ...tunnelOptions({ ssh_port: lost.port, ssh_host_key: lost.fingerprint }),
        ssh_keyFile: Buffer.from(lost.key).toString('base64'),
      },
    })
    const session = await openPostgres(options, undefined, own)
    const running = session.run(`select pg_sleep(30)`, recordingSink(), AbortSignal.timeout(20_000))
    await Promise.all([
      expect(running).rejects.toBeInstanceOf(QueryFailed),
      delay(300).then(() => lost.stop()),
    ])
    await session.close()
    await expect.poll(() => own.count()).toBe(0)
    await expect(openPostgres(options, undefined, own)).rejects.toThrow(
      /^SSH tunnel: Connection to 127\.0\.0\.1:\d+ was refused/,
    )
    own.close()
  })
})

describe('logs in with a password', () => {
  it.each(['password', 'keyboard-interactive'] as const)(
    'to a server that asks for it as %s',
    async (way) => {
      const server = await passwordServer(way, 'the-password')
      const asked = { ssh_port: server.port, ssh_host_key: server.fingerprint, ssh_keyFile: '' }
      const options = (ssh_password: string) =>
        postgresOptions({ ssh_tunnel: tunnelOptions({ ...asked, ssh_password }) })
      const session = await openPostgres(options('the-password'))
      await session.ping(AbortSignal.timeout(5000))
      await session.close()
      expect(await failureOf(options('not-the-password'))).toMatch(/refused the user .* with this password/)
      await server.stop()
    },
  )
})

describe('says how far it came', () => {
  const withTunnel = (changes: Record<string, unknown>) =>
    postgresOptions({ ssh_tunnel: tunnelOptions(changes) })

  it('no server', async () => {
    expect(await failureOf(withTunnel({ ssh_port: await freePort() }))).toMatch(/was refused/)
    expect(await failureOf(withTunnel({ ssh_host: 'no-such-host.invalid' }))).toMatch(/cannot be found/)
  })

  it('another kind of server', async () => {
    const { port } = new URL(database.url)
    expect(await failureOf(withTunnel({ ssh_port: Number(port) }))).toMatch(/SSH server/)
  })

  it('no host key, or another one', async () => {
    const unknown = await failureOf(withTunnel({ ssh_host_key: '' }))
    expect(unknown).toContain(sshd.fingerprint)
    expect(unknown).toContain('"SSH Tunnel: Host Key"')
    const changed = await failureOf(withTunnel({ ssh_host_key: `SHA256:${'A'.repeat(43)}` }))
    expect(changed).toContain(sshd.fingerprint)
    expect(changed).toMatch(/does not have the host key that is stored/)
  })

  it('a key that cannot be read', async () => {
    const locked = Buffer.from(sshd.lockedKey).toString('base64')
    expect(await failureOf(withTunnel({ ssh_keyFile: locked }))).toMatch(/needs a passphrase/)
    const wrong = withTunnel({ ssh_keyFile: locked, ssh_passphrase: 'not-the-password' })
    expect(await failureOf(wrong)).toMatch(/cannot be read with this passphrase/)
    expect(await failureOf(withTunnel({ ssh_keyFile: 'AAAA' }))).toMatch(/holds no private key/)
  })

  it('a login that is refused', async () => {
    expect(await failureOf(withTunnel({ ssh_username: 'no-such-user' }))).toMatch(
      /refused the user "no-such-user" with this private key/,
    )
    const password = withTunnel({ ssh_keyFile: '', ssh_password: 'not-the-password' })
    expect(await failureOf(password)).toMatch(/with this password/)
  })

  it('a server that sends keepalive requests without end', async () => {
    const server = await passwordServer('password', 'the-password', true)
    const asked = { ssh_port: server.port, ssh_host_key: server.fingerprint, ssh_keyFile: '' }
    expect(await failureOf(withTunnel({ ...asked, ssh_password: 'the-password' }))).toMatch(
      /^SSH tunnel: the connection to 127\.0\.0\.1:\d+ was ended, because the server sends messages without end that carry no data\./,
    )
    await server.stop()
  })

  it('a database that the SSH server does not reach', async () => {
    const port = await freePort()
    expect(await failureOf(postgresOptions({ port }))).toMatch(
      new RegExp(`cannot connect to localhost:${port}`),
    )
  })

  it('an SSH server that forwards nothing', async () => {
    const strict = await startSshd({ forwards: false })
    const ssh_tunnel = {
      ...tunnelOptions({ ssh_port: strict.port, ssh_host_key: strict.fingerprint }),
      ssh_keyFile: Buffer.from(strict.key).toString('base64'),
    }
    expect(await failureOf(postgresOptions({ ssh_tunnel }))).toMatch(
      /does not allow connections to localhost/,
    )
    await strict.stop()
  })

  it('options that say too little', () => {
    expect(() => tunnels.of(withTunnel({ ssh_keyFile: '' }))).toThrow(
      /a password or a private key is required/,
    )
    expect(() => tunnels.of(withTunnel({ ssh_host: '' }))).toThrow(/Host is required/)
    expect(tunnels.of(postgresOptions({ ssh_tunnel: { ssh_host: '', ssh_port: 22 } }))).toBeUndefined()
  })
})
