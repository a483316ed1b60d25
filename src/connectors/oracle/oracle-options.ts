import { isIP } from 'node:net'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, Tunnel } from '../connector.ts'
import { readTlsFiles, type TlsTexts } from '../tls-options.ts'
import { type OracleAddress, type OracleTarget, readTarget } from './oracle-target.ts'

/** As the host: the option with the service names the whole target. */
const usesServiceName = '_useservicename'

export const oracleConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    password: { type: 'string' },
    host: {
      type: 'string',
      title:
        'Host: To use a DSN Service Name instead, use the text string `_useservicename` in the host name field.',
    },
    port: { type: 'number' },
    servicename: { type: 'string', title: 'DSN Service Name' },
    encoding: { type: 'string' },
    use_ssl: { type: 'boolean', default: false, title: 'Use SSL' },
    ssl_caFile: { type: 'string', title: 'SSL CA Certificate' },
  },
  required: ['user', 'password', 'host', 'port', 'servicename'],
  secret: ['password'],
  sent_to: { password: ['host', 'port', 'servicename', 'use_ssl', 'ssl_caFile'] },
  extra_options: ['encoding', 'use_ssl', 'ssl_caFile'],
}

export interface OracleOptions {
  user: string
  password: string
  target: OracleTarget
  tls: TlsTexts
  tunnel: Tunnel | undefined
}

/** The options, or a message that names the wrong one. */
export function readOracleOptions(options: ConnectorOptions, tunnel?: Tunnel): OracleOptions | Phrase {
  const target = targetOf(options)
  if (isPhrase(target)) return target
  return {
    user: text(options.user),
    password: text(options.password),
    target,
    tls: readTlsFiles({ ca: options.ssl_caFile, cert: undefined, key: undefined }),
    tunnel,
  }
}

function targetOf(options: ConnectorOptions): OracleTarget | Phrase {
  const isSecure = options.use_ssl === true
  const service = text(options.servicename).trim()
  const host = text(options.host).trim()
  if (host === usesServiceName) return readTarget(service, isSecure)
  const port = text(options.port) === '' ? 1521 : Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return phrase('Port must be a number from 1 to 65535.')
  if (!isHost(host)) return phrase('Host must be the name or the address of a server.')
  if (!/^[\w.$#-]+$/.test(service)) return phrase('DSN Service Name must be the name of a service.')
  const address: OracleAddress = { host, port, isSecure }
  return { addresses: [address], service: { key: 'SERVICE_NAME', value: service }, server: null }
}

function isHost(host: string): boolean {
  return isIP(host) !== 0 || /^[\w.-]+$/.test(host)
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
