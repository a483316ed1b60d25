import { limitReply } from '../net/limit-reply.ts'
import { createOutboundFetch } from '../net/outbound-guard.ts'
import type { ServerContext } from '../server-context.ts'
import { isNewer, plainVersion } from './newer-version.ts'
import { claimCheck, countUsage, findNewestVersion, storeNewestVersion } from './version-check-store.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'log' | 'clock'>

/** A little less than a day, because the job runs hourly. */
const pauseMilliseconds = 23.5 * 60 * 60 * 1000
const timeoutMilliseconds = 20_000
const maxMegabytes = 0.1

/**
 * Job `check_version`: asks the configured address once a day for the newest version of Sextant and stores the answer.
 * Sends nothing about this instance unless an admin has agreed; then it sends counts of objects.
 */
export async function checkVersion({ db, config, log, clock }: Needs): Promise<void> {
  const { versionCheckUrl } = config
  if (versionCheckUrl === null) return
  const now = clock()
  if (!(await claimCheck(db, now, new Date(now.getTime() - pauseMilliseconds)))) return
  const address = new URL(versionCheckUrl)
  const usage = await countUsage(db)
  if (usage !== null) {
    for (const [name, count] of Object.entries({ version: config.version, ...usage })) {
      address.searchParams.set(name, String(count))
    }
  }
  try {
    const newest = await askForVersion(address.href, config.allowedPrivateHosts)
    await storeNewestVersion(db, newest)
    log.info({ newest }, 'Asked for the newest version.')
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'The newest version could not be found out.')
  }
}

async function askForVersion(url: string, allowedPrivateHosts: readonly string[]): Promise<string> {
  const fetchOutbound = createOutboundFetch({ allowedPrivateHosts, version: null })
  const headers = { accept: 'application/json' }
  const reply = await fetchOutbound(url, { headers }, AbortSignal.timeout(timeoutMilliseconds))
  if (reply.ok) return readVersion(await limitReply(reply, maxMegabytes).text())
  await reply.body?.cancel()
  throw new Error(`The address answered with status ${reply.status}.`)
}

function readVersion(text: string): string {
  const answer: unknown = JSON.parse(text)
  const { version } = Object(answer) as { version?: unknown }
  const plain = typeof version === 'string' ? plainVersion(version) : null
  if (plain === null) throw new Error('The answer names no version.')
  return plain
}

/**
 * The newest known release if it is newer than the running version, else null. Compared at each call, so that an update
 * ends the notice. Null while the check is switched off.
 */
export async function findNewerVersion({
  db,
  config,
}: Pick<ServerContext, 'db' | 'config'>): Promise<string | null> {
  if (config.versionCheckUrl === null) return null
  const newest = await findNewestVersion(db)
  return newest !== null && isNewer(newest, config.version) ? newest : null
}
