import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

export const igniteConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    password: { type: 'string' },
    server: { type: 'string', default: '127.0.0.1:10800' },
    tls: { type: 'boolean', default: false, title: 'Use SSL/TLS connection' },
    schema: { type: 'string', default: 'PUBLIC', title: 'Schema Name' },
    distributed_joins: { type: 'boolean', default: false, title: 'Allow distributed joins' },
    enforce_join_order: { type: 'boolean', default: false, title: 'Enforce join order' },
    lazy: { type: 'boolean', default: true, title: 'Lazy query execution' },
    gridgain: { type: 'boolean', default: false, title: 'Use GridGain libraries' },
  },
  required: ['server'],
  secret: ['password'],
  sent_to: { password: ['server', 'tls'] },
}

export interface IgniteOptions {
  servers: { host: string; port: number }[]
  user: string
  password: string
  tls: boolean
  schema: string
  distributedJoins: boolean
  enforceJoinOrder: boolean
  lazy: boolean
}

const defaultPort = 10_800

/** The options, or a message that names the wrong one. */
export function readIgniteOptions(options: ConnectorOptions): IgniteOptions | Phrase {
  const servers: IgniteOptions['servers'] = []
  for (const given of (text(options.server) || '127.0.0.1').split(',')) {
    const server = serverOf(given.trim())
    if (server === null) {
      return phrase('Server must be a list of host:port, separated by commas.')
    }
    servers.push(server)
  }
  return {
    servers,
    user: text(options.user),
    password: text(options.password),
    tls: options.tls === true,
    schema: text(options.schema) || 'PUBLIC',
    distributedJoins: options.distributed_joins === true,
    enforceJoinOrder: options.enforce_join_order === true,
    // what the form shows for an option that is not stored
    lazy: options.lazy !== false,
  }
}

function serverOf(given: string): { host: string; port: number } | null {
  const found = /^(?:\[([^\]]+)\]|([^\s:/@?#\\[\]]+))(?::(\d{1,5}))?$/.exec(given)
  if (found === null) return null
  const port = Number(found[3] ?? defaultPort)
  return port < 1 || port > 65_535 ? null : { host: found[1] ?? found[2] ?? '', port }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
