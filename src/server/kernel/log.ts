import { type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { describeBug } from './redact.ts'

/** The log of one process: JSON lines on its standard output. */
export const openLog = (config: Pick<Config, 'logLevel'>, role: string): Logger =>
  pino({
    level: config.logLevel,
    base: { role, pid: process.pid },
    // database errors contain row values, so only selected fields are logged
    serializers: { err: describeBug },
  })
