import type { Dispatcher } from 'undici'

/** A chunk below this size is small: it costs more work than its bytes. */
const smallChunk = 1024
const gatheredBytes = 16_384
const gatheredMilliseconds = 20
/**
 * So many small chunks of one reply in so much time, 48,000 in a second. Many in a long time rather than few in a short one:
 * with each pause the client copies all that has come from the network and is not read.
 */
const maxInWindow = 12_000
const windowMilliseconds = 250
/** Such as 103 Early Hints: they come before the answer, in any number. */
const maxInformational = 20
const tooManyInformational = `the server sent more than ${maxInformational} informational responses.`

/**
 * Hands a reply on with its small chunks put together, and stops reading it for a moment where too many of them come at
 * once. A server that sends each byte as a chunk would keep the process busy, and its other runs waiting. What is not read
 * waits at the server.
 *
 * A reply whose bytes have all come is whole, even if the server then ends the connection without having announced it.
 */
export function pacingChunks(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  const pacing: Dispatcher.DispatchHandler = Object.create(handler)
  let shown: Holdable | null = null
  let gathered: Buffer | null = null
  let used = 0
  let flushing: NodeJS.Timeout | undefined
  let holding: NodeJS.Timeout | undefined
  let count = 0
  let windowEnd = 0
  let informational = 0
  /** bytes that the header Content-Length announces and that have not come; null: it announces none */
  let missing: number | null = null
  const handOn = (chunk: Buffer) => {
    try {
      if (shown !== null) handler.onResponseData?.call(pacing, shown.controller, chunk)
    } catch (error) {
      // out of a timer it would end the process
      shown?.controller.abort(error as Error)
    }
  }
  const flush = () => {
    clearTimeout(flushing)
    flushing = undefined
    if (gathered === null) return
    const whole = gathered.subarray(0, used)
    gathered = null
    handOn(whole)
  }
  const endWindow = () => {
    const left = windowEnd - performance.now()
    count = 0
    windowEnd = performance.now() + Math.max(left, 0) + windowMilliseconds
    if (left <= 0 || shown === null) return
    shown.hold()
    holding = setTimeout(shown.letGo, left)
  }
  pacing.onResponseStart = (controller, status, headers, message) => {
    if (status < 200) {
      // thrown here it ends the request
      if (++informational > maxInformational) throw new Error(tooManyInformational)
      return
    }
    shown = holdable(controller)
    missing = announcedLength(headers['content-length'])
    handler.onResponseStart?.call(pacing, shown.controller, status, headers, message)
  }
  pacing.onResponseData = (_controller, chunk) => {
    if (missing !== null) missing -= chunk.length
    if (chunk.length >= smallChunk) {
      flush()
      handOn(chunk)
      return
    }
    if (used + chunk.length > gatheredBytes) flush()
    if (gathered === null) {
      gathered = Buffer.allocUnsafeSlow(gatheredBytes)
      used = 0
    }
    chunk.copy(gathered, used)
    used += chunk.length
    flushing ??= setTimeout(flush, gatheredMilliseconds)
    if (++count === maxInWindow) endWindow()
  }
  const end = (trailers: Trailers) => {
    clearTimeout(holding)
    flush()
    if (shown !== null) handler.onResponseEnd?.call(pacing, shown.controller, trailers)
  }
  pacing.onResponseEnd = (_controller, trailers) => end(trailers)
  pacing.onResponseError = (controller, error) => {
    // the client has read all of it, and was paused before it looked for the end
    if (missing === 0 && isEndOfConnection(error)) return end({})
    clearTimeout(holding)
    clearTimeout(flushing)
    handler.onResponseError?.call(pacing, shown?.controller ?? controller, error)
  }
  return pacing
}

type Trailers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>[1]

function announcedLength(value: string | string[] | undefined): number | null {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null
}

function isEndOfConnection(error: Error): boolean {
  return 'code' in error && error.code === 'UND_ERR_SOCKET'
}

interface Holdable {
  controller: Dispatcher.DispatchController
  hold(): void
  letGo(): void
}

/** The reader pauses and resumes as it likes; while the reply is held, it is not resumed. */
function holdable(controller: Dispatcher.DispatchController): Holdable {
  let isHeld = false
  let isPaused = false
  const shown: Dispatcher.DispatchController = {
    pause() {
      isPaused = true
      controller.pause()
    },
    resume() {
      isPaused = false
      if (!isHeld) controller.resume()
    },
    abort: (reason) => controller.abort(reason),
    get aborted() {
      return controller.aborted
    },
    get paused() {
      return controller.paused
    },
    get reason() {
      return controller.reason
    },
    get rawHeaders() {
      return controller.rawHeaders ?? null
    },
    get rawTrailers() {
      return controller.rawTrailers ?? null
    },
  }
  return {
    controller: shown,
    hold() {
      isHeld = true
      controller.pause()
    },
    letGo() {
      isHeld = false
      if (!isPaused) controller.resume()
    },
  }
}
