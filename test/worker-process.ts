import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { openDatabase } from '#server/kernel/db/database.ts'
import { deriveSecrets } from '#server/kernel/net/secrets.ts'
import { beginRole } from '#server/kernel/processes/role-life.ts'
import { hangSeconds } from '#server/kernel/processes/silence.ts'
import { runAlone } from '#server/worker/run-alone.ts'
import { startWorker } from '#server/worker/start-worker.ts'
import { configUnderTest } from './config-under-test.ts'
import { startAloneProcess } from './start-alone-process.ts'

/**
 * A worker as a separate process, which tests can kill: `node test/worker-process.ts <database url> [<settings>]`. With
 * a run as third argument, it is the process of that run only.
 */
const [databaseUrl = '', settings = '{}', handed] = process.argv.slice(2)
const log = pino({ level: 'warn' }, pino.destination(2))
const needs = {
  config: configUnderTest(JSON.parse(settings)),
  database: openDatabase(databaseUrl, { max: 4, onError: () => {} }),
  databaseUrl,
  secrets: deriveSecrets('a secret key that only tests use'),
  log,
  clock: () => new Date(),
}
const life = {
  graceMilliseconds: 1000,
  hangSeconds: hangSeconds.worker,
  onError: (error: unknown) => log.error(error),
}
if (handed === undefined) {
  const worker = await startWorker({ ...needs, startAlone: startAloneProcess(databaseUrl, settings) })
  beginRole({ ...life, stop: (graceMilliseconds) => worker.stop(graceMilliseconds) })
  process.stdout.write('ready\n')
  // tests kill it, and the next one is to start quickly
  flushCompileCache()
} else {
  const run = await runAlone(needs, JSON.parse(handed))
  beginRole({ ...life, stop: (graceMilliseconds) => run.stop(graceMilliseconds) })
  await run.done
  process.exit(0)
}
