import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A self-signed certificate for the name `localhost`: it is its own authority. */
export interface TestCertificate {
  certificateFile: string
  keyFile: string
  certificate: string
  key: string
  remove(): Promise<void>
}

const keyArguments = {
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  rsa: ['-newkey', 'rsa:2048'],
}

/** Created by openssl in a temporary folder; world-readable, because database servers run as other users. */
export async function makeTestCertificate(kind: 'ec' | 'rsa' = 'ec'): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-tls-'))
  await chmod(folder, 0o755)
  const certificateFile = join(folder, 'server.crt')
  const keyFile = join(folder, 'server.key')
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-nodes', '-days', '2', ...keyArguments[kind]],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile, '-out', certificateFile],
  ])
  await chmod(keyFile, 0o644)
  return {
    certificateFile,
    keyFile,
    certificate: await readFile(certificateFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
