import type { EngineReply, EngineRequest, WantedDocument } from './engine-protocol.ts'

/** A document as it comes over the wire. */
export interface WiredDocument {
  /** the header Content-Encoding, '' when there is none */
  encoding: string
  parts: AsyncIterable<Uint8Array>
}

/** The side of the restricted process: it has no network, so the worker fetches for it. One document at a time. */
export interface DocumentDesk {
  fetch(wanted: WantedDocument): Promise<WiredDocument>
  /** true: the message was for the desk */
  hear(request: EngineRequest): boolean
}

/** The answer broke off on its way. */
export class DocumentBroken extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'DocumentBroken'
  }
}

export function documentDesk(send: (reply: EngineReply) => void): DocumentDesk {
  let isHere: ((encoding: string) => void) | null = null
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
    hear(request) {
      if (request.kind === 'document') isHere?.(request.encoding)
      else if (request.kind === 'part') parts.push(request.bytes)
      else if (request.kind === 'document-end') end = { error: request.error }
      else return false
      wake()
      return true
    },
  }
}
