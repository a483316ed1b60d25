import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/server/kernel/db/embedded-postgres.ts'
import { postgresAccount } from '../../src/server/kernel/db/postgres-account.ts'
import { freePort } from '../test-postgres.ts'
import type { TestCertificate } from './certificates.ts'

/** A throw-away PostgreSQL that offers TLS with the certificate. */
export async function startPostgresWithTls(
  certificate: TestCertificate,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-pg-tls-'))
  await chmod(folder, 0o711)
  const data = join(folder, 'data')
  // PostgreSQL requires that it, or root, owns the key and that no other user can read it
  const account = postgresAccount(data)
  if (account !== null) await chown(certificate.keyFile, 0, account.gid)
  await chmod(certificate.keyFile, account === null ? 0o600 : 0o640)
  const server = await startEmbeddedPostgres({
    folder: data,
    logFile: join(folder, 'log'),
    password: 'test',
    port: await freePort(),
    settings: [
      ...['fsync=off', 'ssl=on', `ssl_cert_file=${certificate.certificateFile}`],
      `ssl_key_file=${certificate.keyFile}`,
    ],
    say: () => {},
  })
  return {
    url: server.url,
    async stop() {
      await server.stop('immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
