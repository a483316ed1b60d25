import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connector, Session, Sink } from '../../src/connectors/connector.ts'
import { stopReason } from '../../src/connectors/connector-errors.ts'
import { encodeText } from '../../src/connectors/encode-cell.ts'

/** A data source with jobs of its own, over HTTP: a job goes on without connections until it is done or ended. */
export interface RemoteEngine {
  url: string
  /** how many jobs were begun, and which were ended from outside */
  begun(): number
  ended(): readonly string[]
  /** lets jobs become done */
  finish(): void
  /** forgets all jobs */
  forget(): void
  stop(): Promise<void>
}

export async function startRemoteEngine(): Promise<RemoteEngine> {
  const jobs = new Map<string, { isDone: boolean }>()
  const ended: string[] = []
  let begun = 0
  let isFinishing = false
  const server = createServer((request, response) => {
    const id = request.url?.slice(1) ?? ''
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'POST') {
      const own = `job-${++begun}`
      jobs.set(own, { isDone: false })
      return answer(201, { id: own })
    }
    if (!jobs.has(id)) return answer(404, {})
    if (request.method === 'DELETE') {
      ended.push(id)
      jobs.delete(id)
      return answer(200, {})
    }
    return answer(200, { isDone: isFinishing })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begun: () => begun,
    ended: () => ended,
    finish: () => {
      isFinishing = true
    },
    forget: () => jobs.clear(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What a connector of such a data source does. */
export function remoteConnector(url: string): Required<Pick<Connector, 'open' | 'resume' | 'killOrphan'>> {
  const end = (id: string) => fetch(`${url}/${id}`, { method: 'DELETE' })
  /** false: there is no such job */
  const read = async (id: string, sink: Sink, signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      const reply = await fetch(`${url}/${id}`)
      if (reply.status === 404) return false
      if (signal.aborted) {
        await end(id)
        throw stopReason(signal)
      }
      if (((await reply.json()) as { isDone: boolean }).isDone) break
      sink.progress?.({ fraction: 0.25, bytes: 5_000_000 })
      await delay(50)
    }
    sink.columns([{ name: 'job', type: 'string', encode: encodeText }])
    await sink.rows([[id]])
    return true
  }
  return {
    async open(_options, host): Promise<Session> {
      return {
        ping: async () => {},
        tables: async () => null,
        async run(_text, sink, signal) {
          const reply = await fetch(url, { method: 'POST' })
          const { id } = (await reply.json()) as { id: string }
          host.reportBackend({ id })
          await read(id, sink, signal)
        },
        close: async () => {},
      }
    },
    resume: (_options, _host, { id }, sink, signal) => read(String(id), sink, signal),
    async killOrphan(_options, _host, { id }) {
      await end(String(id))
    },
  }
}
