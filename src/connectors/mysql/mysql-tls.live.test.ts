import mysqlClient from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { startTestMariadb, type TestMariadb } from '#test/live/mariadb.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { recordingSink } from '../recording-sink.ts'
import { mysql } from './mysql-connector.ts'

const host: ConnectorHost = {
  fileFolders: [],
  fetch: () => Promise.reject(new Error('no HTTP')),
  fetchServer: () => Promise.reject(new Error('no HTTP')),
  reportBackend: () => {},
  engineMemoryMb: 0,
}

describe('MySQL with uploaded TLS files', () => {
  let certificate: TestCertificate
  let other: TestCertificate
  let server: TestMariadb
  beforeAll(async () => {
    ;[certificate, other] = await Promise.all([makeTestCertificate('rsa'), makeTestCertificate('rsa')])
    server = await startTestMariadb(certificate)
    const { port, user, password } = server
    const admin = await mysqlClient.createConnection({ host: '127.0.0.1', port, user, password })
    await admin.query(`create user 'shows'@'127.0.0.1' identified by 'secret' require x509`)
    await admin.query(`grant all on *.* to 'shows'@'127.0.0.1'`)
    await admin.end()
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([certificate.remove(), other.remove()])
  })

  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const isEncrypted = async (more: ConnectorOptions) => {
    const { port, user, password, database } = server
    const options = { host: '127.0.0.1', port, user, passwd: password, db: database, ...more }
    const session = await mysql.open(options, host, AbortSignal.timeout(20_000))
    const sink = recordingSink()
    await session.run("show session status like 'Ssl_cipher'", sink, AbortSignal.timeout(5000))
    await session.close()
    return sink.cells[0]?.[1] !== '""'
  }

  it.each(['verify-ca', 'verify-identity'])(
    '%s accepts what the uploaded authority has signed',
    async (ssl_mode) => {
      const own = { ssl_mode, host: 'localhost', ssl_caFile: base64(certificate.certificate) }
      expect(await isEncrypted(own)).toBe(true)
      // as a secret reference gives it
      expect(await isEncrypted({ ...own, ssl_caFile: certificate.certificate })).toBe(true)
      const wrong = isEncrypted({ ...own, ssl_caFile: base64(other.certificate) })
      await expect(wrong).rejects.toThrow(/^No secure connection to localhost:/)
    },
  )

  it('the uploaded file counts before the path', async () => {
    const both = { ssl_mode: 'verify-ca', ssl_cacert: other.certificateFile }
    expect(await isEncrypted({ ...both, ssl_caFile: base64(certificate.certificate) })).toBe(true)
  })

  it('shows a client certificate to an account that requires one', async () => {
    const account = { user: 'shows', ssl_mode: 'required' }
    await expect(isEncrypted(account)).rejects.toThrow(/Access denied/)
    const ssl_certFile = base64(certificate.certificate)
    expect(await isEncrypted({ ...account, ssl_certFile, ssl_keyFile: base64(certificate.key) })).toBe(true)
  })

  it('says that a file is not a certificate', async () => {
    const broken = isEncrypted({ ssl_mode: 'verify-ca', ssl_caFile: base64('no certificate') })
    await expect(broken).rejects.toThrow(/No secure connection|certificate/)
  })
})
