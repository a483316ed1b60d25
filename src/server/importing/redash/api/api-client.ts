import { limitReply, type ServerFetch } from '#server/kernel/index.ts'
import { ImportRefused } from '../../import-refused.ts'

export interface ApiAddress {
  /** of the instance, as a browser opens it */
  url: string
  /** the API key of an admin */
  key: string
}

export interface ApiClient {
  /** the JSON at this path; null: it does not exist, or the key may not see it */
  find(path: string): Promise<unknown>
  /** throws ImportRefused where `find` answers null */
  get(path: string): Promise<unknown>
  /** the text of the answer */
  text(path: string, maxMegabytes: number): Promise<string | null>
}

interface ClientNeeds {
  fetch: ServerFetch
  /** replaced in tests, so that they do not wait */
  pause(milliseconds: number): Promise<unknown>
}

const attempts = 6
const firstPause = 1000
const maxPause = 60_000
const secondsPerReply = 120
const maxMegabytes = 50
/** limit of all answers together, which are held in memory */
const maxTotalMegabytes = 500

/** Asks the API of a Redash. A busy or restarting server is asked again, later each time. Nothing but GET is sent. */
export function createApiClient({ url, key }: ApiAddress, { fetch, pause }: ClientNeeds): ApiClient {
  const base = baseOf(url)
  let leftBytes = maxTotalMegabytes * 1_000_000

  async function ask(path: string, megabytes: number): Promise<{ status: number; body: string }> {
    for (let attempt = 1; ; attempt++) {
      const answer = await tryOnce(path, megabytes)
      if (answer.again === null) return answer
      if (attempt === attempts) throw new ImportRefused(`--url: ${answer.again} Try again later.`)
      await pause(answer.wait ?? firstPause * 2 ** (attempt - 1))
    }
  }

  async function tryOnce(path: string, megabytes: number): Promise<Answer> {
    const signal = AbortSignal.timeout(secondsPerReply * 1000)
    const nothing = { status: 0, body: '', wait: null }
    try {
      const headers = { authorization: `Key ${key}`, accept: 'application/json' }
      const reply = limitReply(await fetch(`${base}${path}`, { headers }, signal), megabytes)
      const { status } = reply
      if (status === 429 || status >= 500) {
        await reply.body?.cancel()
        const again = `${new URL(base).host} answers ${status} to ${pathOnly(path)}.`
        return { ...nothing, again, wait: waitOf(reply) }
      }
      const body = await reply.text()
      return { status, body, again: null, wait: null }
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('The answer is longer'))
        throw new ImportRefused(`--url: ${pathOnly(path)}: ${error.message}`, { cause: error })
      return { ...nothing, again: `${(error as Error).message.replace(/\.$/, '')}.` }
    }
  }

  async function found(path: string, megabytes: number): Promise<string | null> {
    const { status, body } = await ask(path, megabytes)
    if (status === 401)
      throw new ImportRefused('--key: Redash does not accept this key. Copy the API key of an admin again.')
    if (status >= 300 && status <= 399)
      throw new ImportRefused(
        `--url: ${new URL(base).host} redirects ${pathOnly(path)}. Give the address to which it leads.`,
      )
    return status >= 400 ? null : body
  }

  const find = async (path: string): Promise<unknown> => {
    const body = await found(path, maxMegabytes)
    if (body === null) return null
    leftBytes -= Buffer.byteLength(body)
    if (leftBytes < 0)
      throw new ImportRefused(
        `--url: this Redash holds more than ${maxTotalMegabytes} MB. Import it from its database: --database.`,
      )
    try {
      return JSON.parse(body)
    } catch {
      throw new ImportRefused(
        `--url: ${pathOnly(path)} answers no JSON. Is this the address of a Redash, as a browser opens it?`,
      )
    }
  }
  return {
    find,
    text: found,
    async get(path) {
      const answer = await find(path)
      if (answer !== null) return answer
      throw new ImportRefused(
        `--key: this key may not read ${pathOnly(path)}, or Redash is older than version 8. The key of an admin is needed.`,
      )
    },
  }
}

interface Answer {
  status: number
  body: string
  /** why the request must be repeated */
  again: string | null
  wait: number | null
}

const pathOnly = (path: string): string => path.split('?')[0] ?? path

function baseOf(url: string): string {
  const given = URL.canParse(url) ? new URL(url) : null
  if (given === null || !/^https?:$/.test(given.protocol) || given.username !== '' || given.password !== '')
    throw new ImportRefused('--url: an address such as https://redash.example.com is needed.')
  return `${given.origin}${given.pathname.replace(/\/+$/, '')}`
}

/** Seconds or a time in Retry-After, at most a minute. */
function waitOf({ headers }: Response): number | null {
  const given = headers.get('retry-after')
  if (given === null) return null
  const wait = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), maxPause)
}
