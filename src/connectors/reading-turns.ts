/** A connection that a driver reads. */
export interface ReadStream {
  pause(): unknown
  resume(): unknown
  once(event: 'close', listener: () => void): unknown
}

export interface ReadingTurns {
  /** `read` returns whether what it read was hardly more than the headers of messages */
  read(read: () => boolean): void
  /** runs the work when the connection has its turn: now, or later. Later work replaces earlier work that waits. */
  whenFree(work: () => void): void
}

/** How long all connections together may keep the process busy without a pause. */
const turnMilliseconds = 20

/** Each holds its connection; the one that has read last is the last. */
const readers = new Set<(milliseconds: number) => void>()
/** since all were held */
let spent = 0
let turn = 0
let isMeasuring = false
/** those that may read again in the next turn, the first one first */
let queue: (() => void)[] = []
let isTurnDue = false

/** Counts the work as part of the turn that all connections share. */
export function inTurn<T>(work: () => T): T {
  if (isMeasuring) return work()
  isMeasuring = true
  const begun = performance.now()
  try {
    return work()
  } finally {
    isMeasuring = false
    spent += performance.now() - begun
    if (spent >= turnMilliseconds) endTurn()
  }
}

function endTurn(): void {
  const rest = spent
  spent = 0
  turn++
  for (const hold of readers) hold(rest)
}

function enqueue(letGo: () => void): void {
  queue.push(letGo)
  requestTurn()
}

/** Timers count from the beginning of the loop's turn, so one alone may be over before the reading is. */
function enqueueAt(letGo: () => void, time: number): void {
  const left = time - performance.now()
  if (left > 0) setTimeout(() => enqueueAt(letGo, time), Math.ceil(left))
  else enqueue(letGo)
}

function requestTurn(): void {
  if (isTurnDue) return
  isTurnDue = true
  setImmediate(beginTurn)
}

function beginTurn(): void {
  isTurnDue = false
  const waiting = queue
  queue = []
  const own = turn
  // a connection with work to go on with may use up the turn at once
  while (waiting.length > 0 && turn === own) waiting.shift()?.()
  queue.unshift(...waiting)
  if (queue.length > 0) requestTurn()
}

/**
 * Lets other work of the process have its turn while drivers read what never ceases to come. All connections share one
 * turn, so that many of them do not make others wait longer than one, and take it one after the other. A server that
 * sends empty messages, which cost it nothing, has to wait as long as was read. The driver pauses and resumes as it likes;
 * while the connection is held, it is not resumed.
 */
export function takingTurns(stream: ReadStream): ReadingTurns {
  const pause = stream.pause.bind(stream)
  const resume = stream.resume.bind(stream)
  let isPaused = false
  let isHeld = false
  let isEmpty = false
  let waiting: (() => void) | null = null
  stream.pause = () => {
    isPaused = true
    return pause()
  }
  stream.resume = () => {
    isPaused = false
    return isHeld ? stream : resume()
  }
  const letGo = () => {
    isHeld = false
    const work = waiting
    waiting = null
    if (work !== null) inTurn(work)
    // the work may have used up the turn
    if (!isPaused && !isHeld) resume()
  }
  const hold = (milliseconds: number) => {
    if (isHeld) return
    isHeld = true
    pause()
    if (isEmpty) enqueueAt(letGo, performance.now() + milliseconds)
    else enqueue(letGo)
  }
  readers.add(hold)
  stream.once('close', () => readers.delete(hold))
  return {
    read(read) {
      // a destroyed connection is no longer in the list
      if (readers.delete(hold)) readers.add(hold)
      inTurn(() => {
        isEmpty = read()
      })
    },
    whenFree(work) {
      if (isHeld) waiting = work
      else inTurn(work)
    },
  }
}
