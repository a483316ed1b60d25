import { listUnreadable, openSecrets, StartRefused } from '#server/kernel/index.ts'
import { deadAfterSeconds, describeStorage } from '#server/runs/index.ts'
import { formatBytes } from '#shared/format/bytes.ts'
import { formatRuntime } from '#shared/format/durations.ts'
import type { InstanceContext } from '../commands/command.ts'
import { checkSaml } from './check-services.ts'
import { type InstanceFacts, readFacts } from './doctor-store.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const oldestServer = 150_000
const clockSeconds = 2
const waitSeconds = 60
const lookSeconds = 120

/** Checks that need the instance's database. */
export async function checkInstance(context: InstanceContext): Promise<Finding[]> {
  const facts = await readFacts(context.db, deadAfterSeconds)
  const heard = context.clock()
  return [
    checkServer(facts),
    checkClock(facts, heard),
    await checkSealed(context),
    ...checkWork(context, facts),
    ...checkMessages(facts),
    await checkResults(context),
    ...(await checkSaml(context)),
    facts.is_set_up
      ? ok('set-up', 'done')
      : warning(
          'set-up',
          'There are no users yet.',
          'Open Sextant in a browser, or: sextant users create-root',
        ),
  ]
}

function checkServer({ server_version }: InstanceFacts): Finding {
  const version = `PostgreSQL ${Math.floor(server_version / 10_000)}`
  return server_version < oldestServer
    ? warning('database', `${version} is old.`, 'Sextant is tested with PostgreSQL 15 and newer.')
    : ok('database', `${version}, with the schema of this version`)
}

function checkClock({ now }: InstanceFacts, heard: Date): Finding {
  const difference = Math.abs(now.getTime() - heard.getTime()) / 1000
  return difference > clockSeconds
    ? failure(
        'clock',
        `The clocks of this machine and of the database differ by ${formatRuntime(difference)}.`,
        'Synchronize both with a time server (NTP): schedules, sessions and links depend on it.',
      )
    : ok('clock', 'agrees with the clock of the database')
}

/** Checks that the key opens everything that is sealed. */
async function checkSealed(context: InstanceContext): Promise<Finding> {
  const client = await context.pool.connect()
  try {
    const secrets = await openSecrets(context)
    await client.query('begin read only')
    const unreadable = await listUnreadable(client, secrets)
    await client.query('rollback')
    if (unreadable.length === 0) return ok('stored passwords', 'The secret key opens all of them.')
    const named = unreadable.map(({ table, label }) => `${table} "${label}"`).join(', ')
    return failure('stored passwords', `The secret key does not open ${named}.`, 'Enter their options again.')
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return failure('stored passwords', error.message, 'No process starts with a wrong key.')
  } finally {
    client.release()
  }
}

function checkWork({ config }: InstanceContext, facts: InstanceFacts): Finding[] {
  const { live_workers, waiting_jobs, longest_wait, look_age } = facts
  const waiting = `${waiting_jobs} ${waiting_jobs === 1 ? 'job waits' : 'jobs wait'}`
  if (live_workers === 0) {
    const found = `No worker is running${waiting_jobs > 0 ? `, and ${waiting}` : ''}.`
    return [warning('workers', found, 'Start Sextant: sextant start, or sextant worker')]
  }
  const findings = [ok('workers', `${live_workers} running`)]
  if (longest_wait > waitSeconds) {
    findings.push(
      warning(
        'queue',
        `${waiting}, one for ${formatRuntime(longest_wait)}.`,
        'Start more workers, or raise SEXTANT_WORKER_CONCURRENCY or the limit of runs of the data source.',
      ),
    )
  } else findings.push(ok('queue', waiting))
  if (!config.refreshesQueries) {
    findings.push(warning('schedules', 'Scheduled runs are switched off.', 'See SEXTANT_REFRESH_QUERIES.'))
  } else if (look_age === null || look_age > lookSeconds) {
    findings.push(failure('schedules', 'No worker starts scheduled runs.', 'See the logs of the workers.'))
  } else findings.push(ok('schedules', 'working'))
  return findings
}

async function checkResults(context: InstanceContext): Promise<Finding> {
  const { results, quota, warnings } = await describeStorage(context)
  const found = `${formatBytes(results)} of ${formatBytes(quota)} are used by stored results.`
  return warnings.includes('results.over_quota')
    ? warning(
        'results',
        `${found} Nearly all of them are the newest results of queries.`,
        'Raise SEXTANT_RESULTS_QUOTA: above it the oldest results are removed, and queries run again when opened.',
      )
    : ok('results', found)
}

function checkMessages({ mails_given_up, last_mail_error, failed_deliveries }: InstanceFacts): Finding[] {
  const findings: Finding[] = []
  if (mails_given_up > 0) {
    const found = `${mails_given_up} mails were given up. ${last_mail_error ?? ''}`.trim()
    findings.push(warning('mails', found, 'See the result of the mail server check.'))
  }
  if (failed_deliveries > 0) {
    findings.push(
      warning(
        'deliveries',
        `${failed_deliveries} messages about alerts have failed within a day.`,
        'Open Alert Destinations, Delivery Log: it shows the reasons, and can send them again.',
      ),
    )
  }
  return findings
}
