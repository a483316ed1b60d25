import type { Dispatcher } from 'undici'

/** A chunk below this size is small: its overhead outweighs its bytes. */
const smallChunk = 1024
const gatheredBytes = 16_384
const gatheredMilliseconds = 20
/**
 * Maximum number of small chunks of one reply per window: 48,000 a second. A long window with many chunks rather than a
 * short one with few, because at each pause the client copies all unread data from the network.
 */
const maxInWindow = 12_000
const windowMilliseconds = 250
/** Such as 103 Early Hints: they come before the answer, in any number. */
const maxInformational = 20
const tooManyInformational = `the server sent more than ${maxInformational} informational responses.`

/**
 * Passes a reply on with its small chunks merged, and pauses reading when too many small chunks arrive at once.
 * Otherwise a server that sends each byte as a chunk would keep the process busy and delay other runs. Unread data waits
 * at the server.
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
  const handOn = (chunk: Buffer) => {
    try {
      if (shown !== null) handler.onResponseData?.call(pacing, shown.controller, chunk)
    } catch (error) {
      // thrown from a timer, it would end the process
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
    handler.onResponseStart?.call(pacing, shown.controller, status, headers, message)
  }
  pacing.onResponseData = (_controller, chunk) => {
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
  pacing.onResponseEnd = (_controller, trailers) => {
    clearTimeout(holding)
    flush()
    if (shown !== null) handler.onResponseEnd?.call(pacing, shown.controller, trailers)
  }
  pacing.onResponseError = (controller, error) => {
    clearTimeout(holding)
    clearTimeout(flushing)
    handler.onResponseError?.call(pacing, shown?.controller ?? controller, error)
  }
  return pacing
}

interface Holdable {
  controller: Dispatcher.DispatchController
  hold(): void
  letGo(): void
}

/** Lets the reader pause and resume, but does not resume the reply while it is held. */
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
