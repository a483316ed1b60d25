/** A connection that a driver reads. */
export interface ReadStream {
  pause(): unknown
  resume(): unknown
}

/** So long one connection may keep the process busy at a stretch. */
const turnMilliseconds = 20

/** Tells how long the driver read. `isEmpty`: what it read was hardly more than the headers of messages. */
export type TurnOf = (milliseconds: number, isEmpty: boolean) => void

/**
 * Lets other work of the process have its turn while a driver reads what never ceases to come. A server that sends empty
 * messages, which cost it nothing, has to wait as long as they were read. The driver pauses and resumes as it likes;
 * while the connection is held, it is not resumed.
 */
export function takingTurns(stream: ReadStream): TurnOf {
  const pause = stream.pause.bind(stream)
  const resume = stream.resume.bind(stream)
  let isPaused = false
  let isHeld = false
  let spent = 0
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
    if (!isPaused) resume()
  }
  return (milliseconds, isEmpty) => {
    spent += milliseconds
    if (spent < turnMilliseconds || isHeld) return
    const rest = spent
    spent = 0
    isHeld = true
    pause()
    if (isEmpty) setTimeout(letGo, rest)
    else setImmediate(letGo)
  }
}
