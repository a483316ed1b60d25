import { recordWork } from '#server/audit/index.ts'
import { loadActor } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import { t } from '#shared/messages/translate.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import { bringContent } from './bring-content.ts'
import {
  claimRun,
  endLostRuns,
  endRun,
  findDueSyncs,
  findSync,
  insertRun,
  noteCommit,
  type RunEnd,
  type StoredSync,
} from './git-sync-store.ts'
import { readRepository } from './repository/ask-repository.ts'
import { GitProblem } from './repository/git-problem.ts'
import { placeOf } from './sync-settings.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'secrets' | 'log' | 'clock'>

/** Limit of stored results of a run: people read them. */
const maxResults = 300

/** Job `git_sync`: reads the repository and brings its content, or only plans that. */
export async function runGitSync(needs: Needs, runId: number): Promise<void> {
  const run = await claimRun(needs.db, runId)
  if (run === null) return
  const sync = await findSync(needs.db, run.org_id)
  const end = sync === null ? failed(t('The git sync was ended.')) : await tryWork(needs, sync, run)
  await endRun(needs.db, runId, end)
  const isTold = !run.is_plan && (end.state !== 'done' || end.results.length > 0)
  if (sync !== null && isTold)
    await recordWork(needs, {
      ...{ org_id: run.org_id, user_id: sync.user_id, actor_name: sync.user_email },
      ...{ action: 'sync', object_type: 'git_sync', object_id: null },
      properties: { run_id: runId, cause: run.cause, state: end.state, commit: end.commit, ...listed(end) },
    })
}

/** Limit of objects that an event lists, because events are read as a whole. */
const maxListed = 100

function listed({ results }: RunEnd): Record<string, string[]> {
  const byOutcome = Map.groupBy(results, ({ outcome }) => outcome)
  return Object.fromEntries(
    [...byOutcome].map(([outcome, some]) => [
      outcome,
      some.slice(0, maxListed).map(({ kind, name }) => `${kind} ${name}`),
    ]),
  )
}

const failed = (error: string): RunEnd => ({
  ...{ state: 'failed', commit: null, author: null, subject: null, results: [] },
  error: error.slice(0, 2000),
})

async function tryWork(
  needs: Needs,
  sync: StoredSync,
  run: { is_plan: boolean; overwrites: boolean },
): Promise<RunEnd> {
  try {
    return await work(needs, sync, run)
  } catch (error) {
    if (error instanceof GitProblem || error instanceof Refusal) return failed(error.message)
    needs.log.error({ err: error }, 'A git sync failed by a bug.')
    return failed(t('An error of Sextant; its log says more.'))
  }
}

async function work(
  needs: Needs,
  sync: StoredSync,
  { is_plan, overwrites }: { is_plan: boolean; overwrites: boolean },
): Promise<RunEnd> {
  const actor = await requireAdmin(needs, sync)
  const { branch, folder } = sync
  const known = is_plan || overwrites ? null : sync.commit
  const read = await readRepository(await placeOf(needs, sync), needs.config.version, {
    branch,
    folder,
    known,
  })
  const { commit, author, subject } = read
  const named = { commit, author: author || null, subject: subject || null }
  if (read.files === null) return { state: 'done', ...named, results: [], error: null }
  const { isGood, results } = await bringContent(needs, sync, actor, read, { isPlan: is_plan, overwrites })
  if (isGood && !is_plan) await noteCommit(needs.db, sync.org_id, commit)
  const told = results.filter(({ outcome }) => outcome !== 'unchanged')
  const refusal = is_plan ? t('A sync would be refused.') : t('Nothing was written.')
  // what is in the way comes first
  const ordered = [...told].sort((one, other) => place(one) - place(other))
  return {
    ...{ state: isGood ? 'done' : 'refused', ...named, results: ordered.slice(0, maxResults) },
    error: isGood ? null : refusal,
  }
}

const place = ({ problem }: { problem?: string }) => (problem === undefined ? 1 : 0)

/** The sync acts with the rights of the user who set it up, while they are an admin. */
async function requireAdmin({ db }: Needs, { user_id }: StoredSync): Promise<Actor> {
  const actor = await loadActor(db, user_id).catch((error) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (actor !== null && hasPermission(actor, 'admin')) return actor
  throw new GitProblem(
    t(
      'The user who set up the git sync is disabled or no longer an admin. Another admin must save its settings.',
    ),
  )
}

/** Job `queue_git_syncs`, each minute: starts what the schedules ask for. Returns the runs for the job `git_sync`. */
export async function startDueSyncs({ db }: Pick<Needs, 'db'>): Promise<number[]> {
  await endLostRuns(db, t('The worker of this sync was lost.'))
  const runs: number[] = []
  for (const org_id of await findDueSyncs(db)) {
    const id = await insertRun(db, {
      ...{ org_id, is_plan: false, overwrites: false, cause: 'schedule', asked_by: null },
    })
    if (id !== null) runs.push(id)
  }
  return runs
}
