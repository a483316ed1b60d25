import { Logger as GraphileLogger } from 'graphile-worker'
import type { Logger } from 'pino'

/** Writes graphile-worker's log to ours. Its start-up and per-job messages become debug; errors stay errors. */
export function graphileLog(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ err: meta.error }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
