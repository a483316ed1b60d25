import { pino } from 'pino'
import { openDatabase } from '#server/db/database.ts'
import { startWorker } from '#server/jobs/start-worker.ts'
import { deriveSecrets } from '#server/net/secrets.ts'
import { configUnderTest } from './config-under-test.ts'

/** A worker as a process of its own, which tests can kill: `node test/worker-process.ts <database url> [<settings>]`. */
const databaseUrl = process.argv[2] ?? ''
const log = pino({ level: 'warn' }, pino.destination(2))
const worker = await startWorker({
  config: configUnderTest(JSON.parse(process.argv[3] ?? '{}')),
  database: openDatabase(databaseUrl, { max: 4, onError: () => {} }),
  databaseUrl,
  secrets: deriveSecrets('a secret key that only tests use'),
  log,
  clock: () => new Date(),
})
process.on('SIGTERM', () => void worker.stop(1000).then(() => process.exit(0)))
process.stdout.write('ready\n')
