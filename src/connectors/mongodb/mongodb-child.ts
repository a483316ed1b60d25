import { serveDriver } from '../driver-child.ts'
import { killMongodbOrphan, openMongodb } from './mongodb-session.ts'

serveDriver({
  open: openMongodb,
  killOrphan: (options, _host, backend) => killMongodbOrphan(options, backend),
})
