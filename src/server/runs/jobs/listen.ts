import pg from 'pg'
import type { Logger } from 'pino'

const firstRetryMilliseconds = 100
const maxRetryMilliseconds = 2000

interface ListenOptions {
  databaseUrl: string
  channel: string
  log: Logger
  onNotice(payload: string): void
  /** called after each (re)connection: notices may have been missed before it */
  onConnected(): void
}

/**
 * LISTENs on one channel over its own connection for the life of the process, and reconnects when the connection is
 * lost. Resolves after the first attempt, successful or not.
 */
export async function listen(options: ListenOptions): Promise<{ close(): Promise<void> }> {
  const state: { client: pg.Client | null; closed: boolean; timer: NodeJS.Timeout | null } = {
    client: null,
    closed: false,
    timer: null,
  }
  const connect = async (retryAfter: number): Promise<void> => {
    if (state.closed) return
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: `sextant listen ${options.channel}`,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    let lost = false
    const lose = (error?: Error) => {
      if (lost) return
      lost = true
      if (state.client === client) state.client = null
      client.end().catch(() => {})
      if (state.closed) return
      options.log.warn(
        { err: error, channel: options.channel },
        'Listening was interrupted; connecting again.',
      )
      state.timer = setTimeout(() => void connect(Math.min(retryAfter * 2, maxRetryMilliseconds)), retryAfter)
    }
    client.on('error', lose)
    client.on('end', () => lose())
    client.on('notification', (notice) => options.onNotice(notice.payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${options.channel}`)
    } catch (error) {
      lose(error as Error)
      return
    }
    if (state.closed) {
      await client.end().catch(() => {})
      return
    }
    state.client = client
    options.onConnected()
  }
  await connect(firstRetryMilliseconds)
  return {
    async close() {
      state.closed = true
      if (state.timer !== null) clearTimeout(state.timer)
      await state.client?.end().catch(() => {})
    },
  }
}
