import { serveDriver } from '../driver-child.ts'
import { readMssqlOptions } from './mssql-options.ts'
import { openMssql } from './mssql-session.ts'

serveDriver({
  open: (options, host, signal) => openMssql(readMssqlOptions(options, false, host.tunnel), signal),
})
