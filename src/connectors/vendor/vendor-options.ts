import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

export interface VendorOptions {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** What the process of a session opens, as JSON: it comes over the channel to that process, never as an argument. */
export interface VendorSubject {
  /** the folder `node_modules` of the package */
  folder: string
  options: VendorOptions
}

/** The options, or a message that names the wrong one. */
export function readVendorOptions(
  options: ConnectorOptions,
  defaults: { port: number; databaseName: 'dbname' | 'database' },
): VendorOptions | Phrase {
  const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
  const port = text(options.port) === '' ? defaults.port : Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    return phrase('Port must be a number from 1 to 65535.')
  const read = {
    host: text(options.host) || '127.0.0.1',
    port,
    user: text(options.user),
    password: text(options.password),
    database: text(options[defaults.databaseName]),
  }
  // in a connection string they would begin another parameter, such as a file
  if ([read.host, read.user, read.database].some((value) => /[;{}=\0]/.test(value))) {
    return phrase('Host, user and database name may not contain semicolons, braces or equals signs.')
  }
  if (/[}\0]/.test(read.password)) return phrase('The password may not contain a closing brace.')
  return read
}

/** A connection string of ODBC. */
export function connectionString(parts: Readonly<Record<string, string | number>>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name}=${/[;{=]|^\s|\s$/.test(String(value)) ? `{${value}}` : value};`)
    .join('')
}
