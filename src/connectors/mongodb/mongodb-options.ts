import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

const preferences = {
  primaryPreferred: 'Primary Preferred',
  primary: 'Primary',
  secondary: 'Secondary',
  secondaryPreferred: 'Secondary Preferred',
  nearest: 'Nearest',
} as const

export type ReadPreferenceName = keyof typeof preferences

export const mongodbConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    connectionString: { type: 'string', title: 'Connection String' },
    username: { type: 'string' },
    password: { type: 'string' },
    dbName: { type: 'string', title: 'Database Name' },
    replicaSetName: { type: 'string', title: 'Replica Set Name' },
    readPreference: {
      type: 'string',
      title: 'Replica Set Read Preference',
      extendedEnum: Object.entries(preferences).map(([value, name]) => ({ value, name })),
    },
    flatten: {
      type: 'string',
      title: 'Flatten Results',
      extendedEnum: [
        { value: 'False', name: 'False' },
        { value: 'True', name: 'True' },
      ],
    },
  },
  secret: ['password'],
  secret_in_url: ['connectionString'],
  sent_to: { password: ['connectionString'] },
  required: ['connectionString', 'dbName'],
}

export interface MongodbOptions {
  connectionString: string
  /** host:port of each server, for messages */
  where: string
  credentials: { username: string; password: string } | null
  database: string
  replicaSet: string | null
  readPreference: ReadPreferenceName | null
  /** elements of arrays become columns too */
  flattensArrays: boolean
}

const address = /^mongodb(?:\+srv)?:\/\/(?:.*@)?([^/?@]+)(?:\/([^?]*))?(?:\?(.*))?$/s

/**
 * What a connection string may say beside the address. Everything that names files of this machine, other hosts (a proxy)
 * or programs is left out, and so is compression: a small packet could become gigabytes.
 */
const allowed = new Set(
  [
    ...[
      'authSource',
      'authMechanism',
      'replicaSet',
      'readPreference',
      'readPreferenceTags',
      'maxStalenessSeconds',
    ],
    ...['tls', 'ssl', 'tlsInsecure', 'tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames'],
    ...[
      'directConnection',
      'loadBalanced',
      'readConcernLevel',
      'localThresholdMS',
      'srvMaxHosts',
      'srvServiceName',
    ],
    ...['connectTimeoutMS', 'serverSelectionTimeoutMS', 'socketTimeoutMS', 'heartbeatFrequencyMS', 'appName'],
    // without effect on reading, but often part of the string that a provider shows
    ...[
      'retryReads',
      'retryWrites',
      'w',
      'wtimeoutMS',
      'journal',
      'maxPoolSize',
      'minPoolSize',
      'maxIdleTimeMS',
    ],
    ...['waitQueueTimeoutMS'],
  ].map((name) => name.toLowerCase()),
)

const mechanisms = ['DEFAULT', 'SCRAM-SHA-1', 'SCRAM-SHA-256', 'PLAIN']

/** The options, or a message that names the wrong one. */
export function readMongodbOptions(options: ConnectorOptions): MongodbOptions | Phrase {
  const connectionString = text(options.connectionString).trim()
  const match = address.exec(connectionString)
  if (match === null) {
    return phrase('Connection String must look like {example}.', { example: 'mongodb://host:27017/' })
  }
  const fault = findFault(match[3] ?? '')
  if (fault !== null) return fault
  const preference = text(options.readPreference)
  if (preference !== '' && !Object.hasOwn(preferences, preference)) {
    return phrase('Replica Set Read Preference "{preference}" is unknown.', { preference })
  }
  const [username, password] = [text(options.username), text(options.password)]
  if (username === '' && password !== '') return phrase('Username is missing: a password is given.')
  const database = text(options.dbName)
  if (/[/\\. "$\0]/.test(database))
    return phrase('Database Name must not contain {characters}.', { characters: '/ \\ . " $' })
  const replicaSet = text(options.replicaSetName) || null
  return {
    connectionString,
    where: String(match[1]),
    credentials: username === '' ? null : { username, password },
    database,
    replicaSet,
    readPreference: replicaSet === null || preference === '' ? null : (preference as ReadPreferenceName),
    flattensArrays: /^(?:true|yes|on|1|y|t)$/i.test(text(options.flatten)),
  }
}

function findFault(parameters: string): Phrase | null {
  for (const [name, value] of new URLSearchParams(parameters)) {
    if (!allowed.has(name.toLowerCase())) {
      return phrase('Connection String: the parameter "{name}" is not offered.', { name })
    }
    if (name.toLowerCase() === 'authmechanism' && !mechanisms.includes(value.toUpperCase())) {
      return phrase('Connection String: authMechanism must be one of {choices}.', {
        choices: mechanisms.join(', '),
      })
    }
  }
  return null
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
