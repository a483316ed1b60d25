import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { startPostgresWithTls } from '#test/live/postgres-with-tls.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { recordingSink } from '../recording-sink.ts'
import { postgres } from './postgres-connector.ts'

const host: ConnectorHost = {
  fileFolders: [],
  fetch: () => Promise.reject(new Error('no HTTP')),
  fetchServer: () => Promise.reject(new Error('no HTTP')),
  reportBackend: () => {},
  engineMemoryMb: 0,
}

function optionsOf(url: string, database: string): ConnectorOptions {
  const { hostname, port, username, password } = new URL(url)
  return {
    host: hostname,
    port: Number(port),
    user: username,
    password,
    dbname: database,
    sslmode: 'disable',
  }
}

describe('PostgreSQL with TLS', () => {
  let certificate: TestCertificate
  let other: TestCertificate
  let server: Awaited<ReturnType<typeof startPostgresWithTls>>
  let options: ConnectorOptions
  beforeAll(async () => {
    certificate = await makeTestCertificate()
    other = await makeTestCertificate()
    server = await startPostgresWithTls(certificate)
    options = optionsOf(server.url, 'postgres')
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([certificate.remove(), other.remove()])
  })

  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const isEncrypted = async (more: ConnectorOptions) => {
    const session = await postgres.open({ ...options, ...more }, host, AbortSignal.timeout(20_000))
    const sink = recordingSink()
    await session.run(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      sink,
      AbortSignal.timeout(5000),
    )
    // a cancel request must work over TLS too
    const running = session.run('select pg_sleep(20)', recordingSink(), AbortSignal.timeout(200))
    await expect(running).rejects.toThrow('Query cancelled by user.')
    await session.close()
    return sink.cells
  }

  it.each([
    ['disable', 'false'],
    ['allow', 'false'],
    ['prefer', 'true'],
    ['require', 'true'],
  ])('sslmode %s: encrypted %s', async (sslmode, expected) => {
    expect(await isEncrypted({ sslmode })).toEqual([[expected]])
  })

  it('is preferred when nothing is stored', async () => {
    expect(await isEncrypted({ sslmode: undefined })).toEqual([['true']])
  })

  it('verify-ca and verify-full accept the right certificate', async () => {
    const sslrootcertFile = base64(certificate.certificate)
    expect(await isEncrypted({ sslmode: 'verify-ca', sslrootcertFile })).toEqual([['true']])
    expect(await isEncrypted({ sslmode: 'verify-full', sslrootcertFile, host: 'localhost' })).toEqual([
      ['true'],
    ])
  })

  it.each([
    ['verify-ca', '127.0.0.1', 'other'],
    ['verify-ca', '127.0.0.1', 'none'],
    ['require', '127.0.0.1', 'other'],
    ['verify-full', '127.0.0.1', 'right'],
  ] as const)('%s to %s refuses with the %s root certificate', async (sslmode, hostName, which) => {
    const roots = {
      other: base64(other.certificate),
      right: base64(certificate.certificate),
      none: undefined,
    }
    const opening = postgres.open(
      { ...options, host: hostName, sslmode, sslrootcertFile: roots[which] },
      host,
      AbortSignal.timeout(20_000),
    )
    await expect(opening).rejects.toBeInstanceOf(ConnectionFailed)
    await expect(opening).rejects.toThrow(/^No secure connection to 127\.0\.0\.1:\d+: /)
  })

  it('a server without TLS: prefer continues in plain text, require fails', async () => {
    const plain = optionsOf(inject('postgresUrl'), 'postgres')
    const session = await postgres.open({ ...plain, sslmode: 'prefer' }, host, AbortSignal.timeout(20_000))
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
    const opening = postgres.open({ ...plain, sslmode: 'require' }, host, AbortSignal.timeout(20_000))
    await expect(opening).rejects.toThrow(/does not support TLS, which SSL mode "require" asks for/)
  })
})
