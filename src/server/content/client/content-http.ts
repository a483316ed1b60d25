import { listContent, maxPushLength, pushContent } from '#shared/content/content-api.ts'
import { type ContentObject, contentKinds } from '#shared/content/content-objects.ts'
import type { BodyOf, ReplyOf } from '#shared/http/endpoint.ts'
import { readObject } from '../read-object.ts'

/** The instance cannot be reached, or refuses; the message is one line. */
export class InstanceRefused extends Error {}

export interface Instance {
  /** names the instance in the lock file */
  origin: string
  pull(): Promise<PulledContent>
  push(body: BodyOf<typeof pushContent>): Promise<ReplyOf<typeof pushContent>>
}

export interface PulledContent {
  objects: ContentObject[]
  /** syntax of the text, by uuid of the query */
  syntaxes: Record<string, string>
}

const secondsOfOneCall = 120

/** An instance of Sextant by its address and the key of an admin. Throws InstanceRefused for a wrong address. */
export function openInstance(address: string, key: string): Instance {
  const url = readAddress(address)
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    let reply: Response
    let text: string
    try {
      reply = await fetch(new URL(path, url), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
        // a redirect would send the key to another host
        redirect: 'error',
        signal: AbortSignal.timeout(secondsOfOneCall * 1000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      text = await reply.text()
    } catch (error) {
      const { message, cause } = error as Error
      throw new InstanceRefused(`${url.origin}: ${cause instanceof Error ? cause.message : message}`)
    }
    if (reply.ok) return readJson(url, text)
    throw new InstanceRefused(`${url.origin}: ${whyRefused(reply.status, text)}`)
  }
  return {
    origin: url.origin,
    async pull() {
      const pulled: PulledContent = { objects: [], syntaxes: {} }
      for (const kind of contentKinds) {
        for (let after: number | null = 0; after !== null; ) {
          const path = listContent.path.replace(':kind', kind)
          const page = (await call(`${path}?after=${after}`)) as ReplyOf<typeof listContent>
          for (const object of page.objects) {
            const read = readObject(object)
            if (!read.ok) throw new InstanceRefused(`${url.origin}: ${read.kind} ${read.id}: ${read.problem}`)
            pulled.objects.push(read.object)
          }
          Object.assign(pulled.syntaxes, page.syntaxes)
          after = page.next !== null && page.next > after ? page.next : null
        }
      }
      return pulled
    },
    async push(body) {
      const length = Buffer.byteLength(JSON.stringify(body))
      if (length > maxPushLength) {
        const megabytes = maxPushLength / 1024 / 1024
        throw new InstanceRefused(
          `The changes have more than ${megabytes} MB. Push parts of the folder first.`,
        )
      }
      return (await call(pushContent.path, body)) as ReplyOf<typeof pushContent>
    },
  }
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url
  throw new InstanceRefused(`--url: "${address}" is not an address such as https://sextant.example.com.`)
}

function readJson(url: URL, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InstanceRefused(`${url.origin} does not answer as Sextant does.`)
  }
}

function whyRefused(status: number, text: string): string {
  if (status === 401) return 'the key is not valid.'
  if (status === 403) return 'the key must be that of an admin.'
  if (status === 404) return 'there is no Sextant at this address, or an older one.'
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    if (typeof message === 'string') return `${message} (status ${status})`
  } catch {}
  return `status ${status}.`
}
