import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, TlsFiles } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'
import { readTlsFiles } from '../tls-options.ts'

export const neo4jConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'URL' },
    database: { type: 'string', default: 'neo4j', title: 'Database Name' },
    username: { type: 'string' },
    password: { type: 'string' },
    verify_ssl: { type: 'boolean', default: true, title: 'Verify SSL' },
    ca_cert_File: { type: 'string', title: 'SSL Root Certificate' },
  },
  order: ['url', 'database', 'username', 'password'],
  required: ['url'],
  extra_options: ['verify_ssl', 'ca_cert_File'],
  secret: ['password', 'ca_cert_File'],
  sent_to: { password: ['url'] },
}

export interface Neo4jOptions {
  url: string
  database: string
  verify: boolean
  tls: TlsFiles
  /** null: none */
  authorization: string | null
}

/** The options, or a message that names the wrong one. */
export function readNeo4jOptions(options: ConnectorOptions): Neo4jOptions | Phrase {
  const url = text(options.url).trim()
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed !== null && /^(?:neo4j|bolt)/.test(parsed.protocol)) {
    return phrase('URL must be that of the HTTP interface, such as http://host:7474.')
  }
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('URL must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    return phrase('URL must have no user, no password, and no part that begins with ? or #.')
  }
  const username = text(options.username)
  const { ca } = readTlsFiles({ ca: options.ca_cert_File, cert: '', key: '' })
  return {
    url: url.replace(/\/+$/, ''),
    database: text(options.database).trim() || 'neo4j',
    verify: ca !== undefined || options.verify_ssl !== false,
    tls: ca === undefined ? {} : { ca },
    authorization: username === '' ? null : basicAuthorization(username, text(options.password)),
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
