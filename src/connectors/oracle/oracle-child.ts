import { serveDriver } from '../driver-child.ts'
import { readOracleOptions } from './oracle-options.ts'
import { openOracle } from './oracle-session.ts'

serveDriver({
  open: (options, host, signal) => openOracle(readOracleOptions(options, host.tunnel), signal),
})
