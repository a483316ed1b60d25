import type { ConnectorHost, OutboundRequest } from './connector.ts'
import { ConnectionFailed } from './connector-errors.ts'
import type { EngineRequest, WantedDocument } from './engine-protocol.ts'
import { gatherParts } from './gather-parts.ts'
import { fetchDocument } from './http-document.ts'
import { paced } from './paced.ts'

/** Max parts in transit to the reader; they are all that the worker holds of a document. */
const partsAhead = 4
const partBytes = 65_536

export interface DocumentLender {
  /**
   * Fetches a document and passes it on at the reader's pace, still compressed. Resolves when all of it is sent, or
   * when the response ended too early (the reader gets a message). Throws ConnectionFailed, and QueryFailed for a
   * status other than 200.
   */
  lend(wanted: WantedDocument): Promise<void>
  /** the reader has consumed a part */
  taken(): void
}

/** The worker's side of a document reader: all of its network traffic passes here. */
export function documentLender(
  host: ConnectorHost,
  requestFor: (wanted: WantedDocument) => OutboundRequest,
  tell: (request: EngineRequest) => void,
  signal: AbortSignal,
): DocumentLender {
  const { room, taken } = paced(partsAhead, signal)

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

/** The HTTP client wraps the actual error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}
