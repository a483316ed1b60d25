import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

const place = ['account', 'region', 'host']

export const snowflakeConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    account: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    private_key_File: { type: 'string' },
    private_key_pwd: { type: 'string' },
    warehouse: { type: 'string' },
    database: { type: 'string' },
    region: { type: 'string', default: 'us-west' },
    lower_case_columns: {
      type: 'boolean',
      default: false,
      title: 'Lower Case Column Names in Results',
    },
    host: { type: 'string' },
  },
  order: [
    'account',
    'user',
    'password',
    'private_key_File',
    'private_key_pwd',
    'warehouse',
    'database',
    'region',
    'host',
  ],
  required: ['user', 'account', 'database', 'warehouse'],
  secret: ['password', 'private_key_File', 'private_key_pwd'],
  extra_options: ['host'],
  // of the key, what it has signed is sent
  sent_to: { password: place, private_key_File: place },
}

export interface SnowflakeOptions {
  /** `https://account.snowflakecomputing.com` */
  origin: string
  account: string
  user: string
  /** '': the key is used */
  password: string
  /** PEM; '': none */
  privateKey: string
  passphrase: string
  warehouse: string
  database: string
  /** '': none */
  schema: string
  lowersNames: boolean
}

/** The options, or a message that names the wrong one. */
export function readSnowflakeOptions(options: ConnectorOptions): SnowflakeOptions | Phrase {
  const [account, user, password] = [text(options.account), text(options.user), text(options.password)]
  const region = text(options.region)
  if (!/^[\w.-]+$/.test(account)) return phrase('Account must be the name of an account, without an address.')
  if (!/^[\w.-]*$/.test(region)) return phrase('Region must be the name of a region, such as eu-central-1.')
  const inRegion = region === '' || region === 'us-west' ? '' : `.${region}`
  const host = text(options.host) || `${account}${inRegion}.snowflakecomputing.com`
  const origin = `https://${host}`
  if (!URL.canParse(origin) || !/^[\w.-]+(?::\d+)?$/.test(host))
    return phrase('Host must be the name of a server, without https:// and path.')
  const file = text(options.private_key_File)
  if (password === '' && file === '') return phrase('Neither password nor private_key_b64 is set.')
  if (!/^[\x21-\x7e]*$/.test(password))
    return phrase('Password must be a programmatic access token, which Snowflake makes for programs.')
  const [database, schema, ...more] = partsOf(text(options.database))
  if (database === undefined || database === '' || more.length > 0)
    return phrase('Database must be the name of a database, or those of a database and a schema with a dot.')
  const privateKey = file.includes('-----BEGIN ') ? file : Buffer.from(file, 'base64').toString('utf8')
  return {
    ...{ origin, account, user, password, privateKey: file === '' ? '' : privateKey },
    ...{ passphrase: text(options.private_key_pwd), database, schema: schema ?? '' },
    warehouse: nameOf(text(options.warehouse)),
    lowersNames: options.lower_case_columns === true,
  }
}

/** `db."my schema"`, as names that are compared exactly. */
function partsOf(names: string): string[] {
  return (names.match(/"(?:[^"]|"")*"|[^."]+/g) ?? []).map(nameOf)
}

/** What Snowflake takes a name in a statement for: without quotes, letters are capitals. */
function nameOf(name: string): string {
  if (/^"(?:[^"]|"")*"$/.test(name)) return name.slice(1, -1).replaceAll('""', '"')
  return /^[A-Za-z_][\w$]*$/.test(name) ? name.toUpperCase() : name
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
