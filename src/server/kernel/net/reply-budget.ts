import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Status lines, headers, chunk sizes, trailers: what comes with a reply beside its body. */
const maxOverheadBytes = 1_000_000
/** A server that sends each byte as a chunk needs five more for each. */
const overheadPerBodyByte = 8
/** How long one connection may keep the process busy without a pause. */
const turnMilliseconds = 20

interface Budget {
  begin(): void
  credit(bodyBytes: number): void
}

const budgets = new WeakMap<object, Budget>()
/** by the client's request, while it waits for its reply */
const running = new WeakMap<object, Budget>()
let isSubscribed = false

/** The client tells through these channels which connection a request takes, and what it reads of the body. */
function followRequests(): void {
  if (isSubscribed) return
  isSubscribed = true
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, socket } = message as { request: object; socket: object }
    const budget = budgets.get(socket)
    if (budget === undefined) return
    budget.begin()
    running.set(request, budget)
  })
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request, chunk } = message as { request: object; chunk: Uint8Array }
    running.get(request)?.credit(chunk.length)
  })
}

/**
 * Bounds what a server sends beside the body of a reply: the client would read empty lines, a reason, spaces before a
 * header's value or the extension of a chunk without end. And lets other work of the process have its turn, as the
 * client reads as long as something comes.
 */
export function limitOverhead(socket: Socket): void {
  followRequests()
  let read = 0
  let body = 0
  budgets.set(socket, {
    begin() {
      read = 0
      body = 0
    },
    credit(bytes) {
      body += bytes
    },
  })
  let spent = 0
  let isMeasured = false
  let isHeld = false
  const letGo = () => {
    isHeld = false
    // the client reads until nothing is there, and then at each of these events
    if (!socket.destroyed) socket.emit('readable')
  }
  const take = socket.read.bind(socket)
  socket.read = (size) => {
    if (isHeld) return null
    const chunk = take(size)
    if (chunk === null || socket.destroyed) return chunk
    // a chunk that waits for the reader comes back, so what is waiting counts as read later
    read += chunk.length
    if (read - chunk.length > maxOverheadBytes + body * (1 + overheadPerBodyByte)) {
      socket.destroy(new Error('the server sent more than the reply: its overhead is too large'))
      return null
    }
    if (isMeasured) return chunk
    isMeasured = true
    const begun = performance.now()
    // runs when the client is done with what is there
    queueMicrotask(() => {
      isMeasured = false
      spent += performance.now() - begun
      if (spent < turnMilliseconds || isHeld) return
      spent = 0
      isHeld = true
      setImmediate(letGo)
    })
    return chunk
  }
  const putBack = socket.unshift.bind(socket)
  socket.unshift = (chunk, encoding) => {
    read -= chunk.length
    putBack(chunk, encoding)
  }
}
