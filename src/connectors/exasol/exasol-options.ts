import { isIP } from 'node:net'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, Tunnel } from '../connector.ts'
import { readTlsFiles, type TlsTexts } from '../tls-options.ts'

export const exasolConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number', default: 8563 },
    user: { type: 'string' },
    password: { type: 'string' },
    encrypted: { type: 'boolean', title: 'Enable SSL Encryption', default: true },
    ssl_caFile: { type: 'string', title: 'SSL CA Certificate' },
  },
  order: ['host', 'port', 'user', 'password', 'encrypted', 'ssl_caFile'],
  required: ['host', 'port', 'user', 'password'],
  secret: ['password'],
  sent_to: { password: ['host', 'port', 'encrypted', 'ssl_caFile'] },
}

export interface ExasolOptions {
  host: string
  port: number
  user: string
  password: string
  isEncrypted: boolean
  /** SHA-256 of the server's certificate, in lower-case hexadecimal; null: none was given */
  fingerprint: string | null
  tls: TlsTexts
  tunnel: Tunnel | undefined
}

/** The options, or a message that names the wrong one. */
export function readExasolOptions(options: ConnectorOptions, tunnel?: Tunnel): ExasolOptions | Phrase {
  const [, host = '', print = ''] = /^([^/]*)(?:\/(.*))?$/s.exec(text(options.host).trim()) ?? []
  if (isIP(host) === 0 && !/^[\w.-]+$/.test(host))
    return phrase('Host must be the name or the address of one server.')
  const fingerprint = print.replaceAll(':', '').toLowerCase()
  if (print !== '' && !/^[\da-f]{64}$/.test(fingerprint))
    return phrase('Behind the slash, Host must have the SHA-256 fingerprint of the certificate.')
  const port = text(options.port) === '' ? 8563 : Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return phrase('Port must be a number from 1 to 65535.')
  return {
    ...{ host, port, tunnel },
    user: text(options.user),
    password: text(options.password),
    isEncrypted: options.encrypted !== false,
    fingerprint: fingerprint === '' ? null : fingerprint,
    tls: readTlsFiles({ ca: options.ssl_caFile, cert: undefined, key: undefined }),
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
