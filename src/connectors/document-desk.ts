import type { EngineReply, EngineRequest, LentTable, WantedDocument } from './engine-protocol.ts'

/** A document as it arrives from the network, still compressed. */
export interface WiredDocument {
  /** the header Content-Encoding, '' if absent */
  encoding: string
  parts: AsyncIterable<Uint8Array>
}

/** The restricted process has no network, so it asks the worker to fetch. One document or table at a time. */
export interface DocumentDesk {
  fetch(wanted: WantedDocument): Promise<WiredDocument>
  /** the tables that the text reads, and the stored frames of one of them */
  lend(): Promise<LentTable[]>
  borrow(table: number, files?: readonly number[]): AsyncIterable<Uint8Array>
  /** returns whether the message was about a document */
  hear(request: EngineRequest): boolean
}

/** The response ended too early. */
export class DocumentBroken extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'DocumentBroken'
  }
}

export function documentDesk(send: (reply: EngineReply) => void): DocumentDesk {
  let isHere: ((encoding: string) => void) | null = null
  let areLent: ((tables: LentTable[]) => void) | null = null
  let waiting: (() => void) | null = null
  let parts: Uint8Array[] = []
  let end: { error: string | null } | null = null

  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const part = parts.shift()
      if (part !== undefined) {
        send({ kind: 'took' })
        yield part
      } else if (end !== null) {
        if (end.error !== null) throw new DocumentBroken(end.error)
        return
      } else {
        await new Promise<void>((resolve) => {
          waiting = resolve
        })
      }
    }
  }
  const wake = () => {
    waiting?.()
    waiting = null
  }
  return {
    async fetch(wanted) {
      parts = []
      end = null
      const encoding = new Promise<string>((resolve) => {
        isHere = resolve
      })
      send({ kind: 'fetch', wanted })
      return { encoding: await encoding, parts: read() }
    },
    async lend() {
      const tables = new Promise<LentTable[]>((resolve) => {
        areLent = resolve
      })
      send({ kind: 'lend' })
      return await tables
    },
    borrow(table, files) {
      parts = []
      end = null
      send({ kind: 'borrow', table, ...(files && { files }) })
      return read()
    },
    hear(request) {
      if (request.kind === 'document') isHere?.(request.encoding)
      else if (request.kind === 'lent') areLent?.(request.tables)
      else if (request.kind === 'part') parts.push(request.bytes)
      else if (request.kind === 'document-end') end = { error: request.error }
      else return false
      wake()
      return true
    },
  }
}
