import { Logger as GraphileLogger } from 'graphile-worker'
import type { Logger } from 'pino'

/** Graphile's log in ours. Its start-up and per-job chatter is debug; what it calls an error stays one. */
export function graphileLog(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ err: meta.error }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
