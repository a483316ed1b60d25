import type { ConnectionOptions } from 'node:tls'

/** What is compared: nothing; that an authority signed the certificate; also that it names the host. */
export type TlsCheck = 'nothing' | 'authority' | 'host'

/** Files as forms upload them (base64), or their text, which a secret reference gives. */
export interface TlsFiles {
  ca: unknown
  cert: unknown
  key: unknown
}

export type TlsTexts = Record<keyof TlsFiles, string | undefined>

export function readTlsFiles({ ca, cert, key }: TlsFiles): TlsTexts {
  return { ca: pemOf(ca), cert: pemOf(cert), key: pemOf(key) }
}

/** Options of `tls.connect` for files that were uploaded. */
export function tlsOptions(files: TlsFiles, check: TlsCheck): ConnectionOptions {
  return {
    ...readTlsFiles(files),
    rejectUnauthorized: check !== 'nothing',
    ...(check === 'host' ? {} : { checkServerIdentity: () => undefined }),
  }
}

/** Undefined: there is no file. */
function pemOf(value: unknown): string | undefined {
  const given = value === undefined || value === null ? '' : String(value)
  if (given === '') return undefined
  return given.includes('-----BEGIN ') ? given : Buffer.from(given, 'base64').toString('utf8')
}
