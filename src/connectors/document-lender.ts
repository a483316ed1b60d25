import type { ConnectorHost, OutboundRequest } from './connector.ts'
import { ConnectionFailed } from './connector-errors.ts'
import type { EngineRequest, WantedDocument } from './engine-protocol.ts'
import { gatherParts } from './gather-parts.ts'
import { fetchDocument } from './http-document.ts'

/** Parts on their way to the reader: with their size, all that the worker holds of a document. */
const partsAhead = 4
const partBytes = 65_536

export interface DocumentLender {
  /**
   * Fetches a document and hands it on as the reader takes it, still packed. Resolves when all of it is on its way, or
   * when it broke off: the reader is told. Throws ConnectionFailed, and QueryFailed for a status other than 200.
   */
  lend(wanted: WantedDocument): Promise<void>
  /** the reader has taken a part */
  taken(): void
}

/** The worker's side of a reader of documents: all that it sends and gets on the network passes here. */
export function documentLender(
  host: ConnectorHost,
  requestFor: (wanted: WantedDocument) => OutboundRequest,
  tell: (request: EngineRequest) => void,
  signal: AbortSignal,
): DocumentLender {
  let ahead = 0
  let goOn: (() => void) | null = null
  const taken = () => {
    ahead--
    goOn?.()
    goOn = null
  }
  const room = async () => {
    while (ahead >= partsAhead && !signal.aborted) {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    }
    signal.throwIfAborted()
    ahead++
  }
  signal.addEventListener('abort', () => goOn?.(), { once: true })

  async function handOn(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    try {
      for await (const bytes of gatherParts(reader)) {
        for (let start = 0; start < bytes.length; start += partBytes) {
          await room()
          tell({ kind: 'part', bytes: bytes.subarray(start, start + partBytes) })
        }
      }
    } finally {
      reader.cancel().catch(() => {})
    }
  }
  return {
    taken,
    async lend(wanted) {
      if (!URL.canParse(wanted.url)) throw new ConnectionFailed(`"${wanted.url}" is not a valid URL.`)
      const request = { ...requestFor(wanted), keepsPacked: true }
      const reply = await fetchDocument(host, wanted.url, request, signal)
      tell({ kind: 'document', encoding: reply.headers.get('content-encoding') ?? '' })
      try {
        if (reply.body !== null) await handOn(reply.body)
        tell({ kind: 'document-end', error: null })
      } catch (error) {
        if (!signal.aborted) tell({ kind: 'document-end', error: reasonOf(error) })
      }
    },
  }
}

/** The HTTP client wraps what happened. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}
