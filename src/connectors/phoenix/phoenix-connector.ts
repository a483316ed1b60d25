import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { phoenixBinding, phoenixDialect } from './phoenix-dialect.ts'
import { phoenixConfig, readPhoenixUrl } from './phoenix-options.ts'

/** Apache Phoenix through its query server, whose protocol is Avatica's (docs/reference/connectors.md#phoenix). */
export const phoenix: Connector = {
  type: 'phoenix',
  name: 'Phoenix',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config: phoenixConfig,
  autoLimit: phoenixDialect,
  binds: phoenixBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readPhoenixUrl(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openPhoenix } = await import('./phoenix-session.ts')
    return openPhoenix(options, host)
  },
}
