import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectorHost } from '../../connector.ts'
import { ConnectionFailed } from '../../connector-errors.ts'

/** A file in a bucket, as its list shows it. */
export interface StoredObject {
  /** its whole name */
  key: string
  size: number
  /** another one when the file changes */
  version: string
}

/** A place with files. All of its requests pass the worker's guard. */
export interface ObjectStore {
  /** for messages: `the bucket logs` */
  place: string
  /** the files whose names begin with this, a page at a time. Throws ConnectionFailed. */
  list(prefix: string, signal: AbortSignal): AsyncGenerator<StoredObject[]>
  /**
   * Bytes of a file, `end` included; null: all of them. Status 200 or 206. Throws FileChanged if it is not the version of
   * the list any more, and ConnectionFailed.
   */
  read(object: StoredObject, range: ByteRange | null, signal: AbortSignal): Promise<Response>
}

export interface ByteRange {
  start: number
  /** null: the end of the file */
  end: number | null
}

export type StoreHost = Pick<ConnectorHost, 'fetchServer' | 'machineCredentials' | 'actingUser'>

/** The file is another one than that of the list, or it is gone. */
export class FileChanged extends Error {}

/** Max length of a page of a list: 5,000 names of 1,024 bytes, and what is said about them. */
export const maxPage = 20_000_000
export const pageTooLong = 'The store sent a page of its list of files with more than 20 MB.'

export function rangeHeader(range: ByteRange | null): Record<string, string> {
  return range === null ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` }
}

const maxAttempts = 5

/** A request that only reads is sent again when the store is busy. */
export async function askStore(
  send: () => Promise<Response>,
  refusal: (reply: Response) => Promise<Error>,
  signal: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const reply = await send()
    if (reply.status === 200 || reply.status === 206) return reply
    const isBusy = reply.status === 429 || reply.status >= 500
    if (!isBusy || attempt === maxAttempts) throw await refusal(reply)
    await reply.body?.cancel()
    await delay(100 * 2 ** attempt, undefined, { signal })
  }
}

/** An endpoint of an option without its last slash; null: it is none. */
export function readEndpoint(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, search, hash } = new URL(text)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  return isPlain && /^https?:$/.test(protocol) ? text.replace(/\/+$/, '') : null
}

/** The name of a file in an address; slashes stay. Dots alone would be taken for folders by the HTTP client. */
export function pathOf(key: string): string {
  return key
    .split('/')
    .map((part) => {
      if (part === '.' || part === '..')
        throw new ConnectionFailed(`A file of this name cannot be read: ${key}`)
      return encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      )
    })
    .join('/')
}
