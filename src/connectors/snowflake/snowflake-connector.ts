import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { snowflakeBinding, snowflakeDialect } from './snowflake-dialect.ts'
import { readSnowflakeOptions, snowflakeConfig } from './snowflake-options.ts'

/** Snowflake over its SQL API (docs/reference/connectors.md#snowflake). */
export const snowflake: Connector = {
  type: 'snowflake',
  name: 'Snowflake',
  syntax: 'sql',
  // names without quotes become capitals: only quoted ones are always right
  sqlStyle: { dialect: 'snowflake', formatter: 'snowflake', quote: '"', folds_case: true },
  config: snowflakeConfig,
  autoLimit: snowflakeDialect,
  binds: snowflakeBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readSnowflakeOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openSnowflake } = await import('./snowflake-session.ts')
    return openSnowflake(readSnowflakeOptions(options), host)
  },
  async resume(options, host, backend, sink, signal) {
    const { resumeSnowflake } = await import('./snowflake-session.ts')
    return resumeSnowflake(readSnowflakeOptions(options), host, backend, sink, signal)
  },
  async killOrphan(options, host, backend) {
    const { killSnowflakeOrphan } = await import('./snowflake-session.ts')
    await killSnowflakeOrphan(readSnowflakeOptions(options), host, backend)
  },
}
