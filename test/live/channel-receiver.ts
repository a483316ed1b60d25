import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OutboundFetch } from '#server/kernel/net/outbound-guard.ts'
import { type ChannelRequest, channelRules } from './channel-rules.ts'

/**
 * How the receiver behaves: as the vendor does (`takes`), rate-limited, down, silent, breaking off during its reply,
 * closing at once, or redirecting.
 */
export type Mood = 'takes' | 'busy' | 'down' | 'silent' | 'breaks off' | 'hangs up' | 'redirects'

export interface ChannelReceiver {
  /** `http://127.0.0.1:…`, below which every type has a folder: `/slack/…` */
  address: string
  requests: (ChannelRequest & { type: string })[]
  /** for all channels, or for one path */
  setMood(mood: Mood, path?: string): void
  /** redirects vendor addresses to this receiver, and passes on all others */
  reroute(fetch: OutboundFetch): OutboundFetch
  close(): Promise<void>
}

/** Vendors whose address is not an option. */
const vendors: Readonly<Record<string, string>> = {
  'https://api.chatwork.com': 'chatwork',
  'https://events.pagerduty.com': 'pagerduty',
  'https://app.asana.com': 'asana',
  'https://webexapis.com': 'webex',
  'https://api.datadoghq.com': 'datadog',
}

/** A local web server that replies like each vendor. */
export async function startChannelReceiver(): Promise<ChannelReceiver> {
  const requests: ChannelReceiver['requests'] = []
  const moods = new Map<string, Mood>([['', 'takes']])
  const server = createServer(async (request, reply) => {
    const [, type = '', ...rest] = (request.url ?? '').split('/')
    const received = { method: request.method ?? '', path: `/${rest.join('/')}`, headers: request.headers }
    const complete = { ...received, type, body: await readBody(request) }
    requests.push(complete)
    answer(moods.get(request.url ?? '') ?? moods.get('') ?? 'takes', complete, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  return {
    address,
    requests,
    setMood: (mood, path = '') => void moods.set(path, mood),
    reroute: (fetch) => (url, init, signal) => {
      const type = vendors[new URL(url).origin]
      return fetch(
        type === undefined ? url : url.replace(new URL(url).origin, `${address}/${type}`),
        init,
        signal,
      )
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function answer(mood: Mood, request: ChannelRequest & { type: string }, reply: ServerResponse): void {
  const rules = channelRules[request.type]
  if (rules === undefined) return void reply.writeHead(404).end()
  switch (mood) {
    case 'takes': {
      const { status, headers, text } = rules.judge(request)
      return void reply.writeHead(status, headers).end(text)
    }
    case 'busy':
      return void reply.writeHead(429, { 'retry-after': '120', ...rules.busy.headers }).end(rules.busy.text)
    case 'down':
      return void reply.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>')
    case 'silent':
      return
    case 'breaks off':
      reply.writeHead(200, { 'content-length': '1000' }).write('{"half":')
      return void setTimeout(() => reply.destroy(), 20)
    case 'hangs up':
      return void reply.destroy()
    case 'redirects':
      return void reply.writeHead(302, { location: '/slack/elsewhere' }).end()
  }
}
