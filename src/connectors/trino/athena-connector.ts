import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { athenaConfig, readAthenaOptions } from './athena-options.ts'
import { trinoBinding } from './trino-dialect.ts'

/** Amazon Athena, which is Trino behind an API with jobs (docs/reference/connectors.md#athena). */
export const athena: Connector = {
  type: 'athena',
  name: 'Amazon Athena',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'trino', quote: '"', folds_case: true },
  config: athenaConfig,
  autoLimit: null,
  binds: trinoBinding,
  // Athena gives an earlier result again only for the very same text
  annotates: ({ result_reuse_enable }) => result_reuse_enable !== true,
  isolation: 'worker',
  speaksHttp: true,
  estimates: true,
  validate(options) {
    const read = readAthenaOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openAthena } = await import('./athena-session.ts')
    return await openAthena(readAthenaOptions(options), host)
  },
  async resume(options, host, backend, sink, signal) {
    const { resumeAthena } = await import('./athena-session.ts')
    return await resumeAthena(readAthenaOptions(options), host, backend, sink, signal)
  },
  async killOrphan(options, host, backend) {
    const { killAthenaOrphan } = await import('./athena-session.ts')
    await killAthenaOrphan(readAthenaOptions(options), host, backend)
  },
}
