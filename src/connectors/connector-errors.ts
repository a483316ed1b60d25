import { cutMessage } from '#shared/errors/cut-message.ts'

/** Place in the query text: 1-based line and column, as the database reported it. */
export interface TextPosition {
  line: number
  column: number
}

/** The data source cannot be reached or refuses the credentials. The message is shown, cut to a maximum length. */
export class ConnectionFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(cutMessage(message), { cause })
    this.name = 'ConnectionFailed'
  }
}

/** The data source refused the query. The message is shown word for word, cut to a maximum length. */
export class QueryFailed extends Error {
  readonly position: TextPosition | null
  constructor(message: string, options: { position?: TextPosition | null; cause?: unknown } = {}) {
    super(cutMessage(message), { cause: options.cause })
    this.name = 'QueryFailed'
    this.position = options.position ?? null
  }
}

/** The signal was aborted and the query has ended in the data source. */
export class Cancelled extends Error {
  constructor(cause?: unknown) {
    super('Query cancelled by user.', { cause })
    this.name = 'Cancelled'
  }
}

/** The signal was aborted because the time limit was reached (signal.reason is a TimedOut). */
export class TimedOut extends Error {
  constructor(cause?: unknown) {
    super('Query exceeded Sextant query execution time limit.', { cause })
    this.name = 'TimedOut'
  }
}

/** What `run`, `ping` and `tables` throw once an aborted signal has ended the query. */
export function stopReason(signal: AbortSignal): Cancelled | TimedOut {
  return signal.reason instanceof TimedOut ? signal.reason : new Cancelled(signal.reason)
}
