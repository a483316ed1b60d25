import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

export const dgraphConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    servers: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
  },
  order: ['servers', 'user', 'password'],
  required: ['servers'],
  secret: ['password'],
  sent_to: { password: ['servers'] },
}

export interface DgraphOptions {
  origin: string
  /** null: no account */
  account: { userid: string; password: string } | null
}

/** Alphas listen for gRPC at this port, and for HTTP at the other one. */
const [grpcPort, httpPort] = ['9080', '8080'] as const

/** The options, or a message that names the wrong one. Of several servers the first one is asked. */
export function readDgraphOptions(options: ConnectorOptions): DgraphOptions | Phrase {
  const [first = ''] = text(options.servers).split(',')
  const address = first.trim().replace(/\/+$/, '')
  const [, scheme = 'http', host, port] =
    /^(?:(https?):\/\/)?([^/:@?#\s]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(address) ?? []
  if (host === undefined) {
    return phrase('Servers must be the address of an alpha, such as localhost:8080 or https://host.')
  }
  const isPlain = scheme.toLowerCase() === 'http'
  const usual = isPlain ? httpPort : '443'
  const user = text(options.user)
  return {
    origin: `${scheme.toLowerCase()}://${host}:${port === grpcPort ? httpPort : (port ?? usual)}`,
    account: user === '' ? null : { userid: user, password: text(options.password) },
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
