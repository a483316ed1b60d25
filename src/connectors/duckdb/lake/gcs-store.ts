import { ConnectionFailed } from '../../connector-errors.ts'
import { forgetGoogleToken, type GoogleKey, googleToken } from '../../credentials/google-credentials.ts'
import { startOf, textOf } from '../../http-answer.ts'
import {
  askStore,
  FileChanged,
  maxPage,
  type ObjectStore,
  pageTooLong,
  rangeHeader,
  type StoreHost,
} from './object-store.ts'

export interface GcsPlace {
  bucket: string
  /** null: that of the machine */
  key: GoogleKey | null
  isPublic: boolean
}

const root = 'https://storage.googleapis.com/storage/v1/b'
const scopes = ['https://www.googleapis.com/auth/devstorage.read_only']

interface ListedPage {
  items?: { name?: unknown; size?: unknown; generation?: unknown }[]
  nextPageToken?: unknown
}

/** Google Cloud Storage by its JSON API. */
export function gcsStore({ bucket, key, isPublic }: GcsPlace, host: StoreHost): ObjectStore {
  const own = `${root}/${encodeURIComponent(bucket)}/o`
  const send = async (url: string, headers: Record<string, string>, signal: AbortSignal) => {
    const token = isPublic ? null : await googleToken(key, scopes, host, signal)
    const authorized = token === null ? headers : { ...headers, authorization: `Bearer ${token}` }
    return await host.fetchServer(url, { headers: authorized, keepsPacked: true }, signal)
  }
  const refusal = (isFile: boolean) => async (reply: Response) => {
    const told = messageIn(await startOf(reply)) || `status ${reply.status}`
    if (isFile && (reply.status === 404 || reply.status === 412)) return new FileChanged()
    if (reply.status === 404) return new ConnectionFailed(`There is no bucket ${bucket}: ${told}`)
    if (reply.status === 401 && !isPublic) forgetGoogleToken(key, scopes)
    if (reply.status === 401 || reply.status === 403) {
      const who = isPublic ? 'without credentials' : 'with these credentials'
      return new ConnectionFailed(`Google does not let the bucket ${bucket} be read ${who}: ${told}`)
    }
    return new ConnectionFailed(`Google Cloud Storage answers with status ${reply.status}: ${told}`)
  }
  return {
    place: `the bucket ${bucket}`,
    async *list(prefix, signal) {
      let next = ''
      do {
        const query = new URLSearchParams({
          ...{ prefix, maxResults: '1000', fields: 'items(name,size,generation),nextPageToken' },
          ...(next && { pageToken: next }),
        })
        const reply = await askStore(() => send(`${own}?${query}`, {}, signal), refusal(false), signal)
        const page = readPage(await textOf(reply, maxPage, pageTooLong))
        yield (page.items ?? []).map(({ name, size, generation }) => ({
          ...{ key: String(name), size: Number(size), version: String(generation ?? '') },
        }))
        next = typeof page.nextPageToken === 'string' ? page.nextPageToken : ''
      } while (next !== '')
    },
    async read({ key: name, version }, range, signal) {
      const query = new URLSearchParams({ alt: 'media', ...(version && { ifGenerationMatch: version }) })
      const url = `${own}/${encodeURIComponent(name)}?${query}`
      return await askStore(() => send(url, rangeHeader(range), signal), refusal(true), signal)
    },
  }
}

function readPage(text: string): ListedPage {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read as ListedPage
  } catch {}
  throw new ConnectionFailed('Google Cloud Storage sent no list of files.')
}

/** `{"error": {"message": …}}`, or a text */
function messageIn(start: string): string {
  try {
    const { error } = JSON.parse(start) as { error?: { message?: unknown } }
    if (typeof error?.message === 'string') return error.message
  } catch {}
  return start
}
