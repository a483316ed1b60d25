import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { requireUserId } from '#server/identity/index.ts'
import { limitRate, type ServerContext } from '#server/kernel/index.ts'
import type { ContentResult } from '#shared/content/content-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import * as api from '#shared/git-sync/git-sync-api.ts'
import {
  deleteSync,
  findOnlySync,
  findSync,
  insertRun,
  listRuns,
  type NewRun,
  noteCommit,
  type StoredRun,
  type StoredSync,
} from './git-sync-store.ts'
import {
  clearMarks,
  deleteDetached,
  insertDetached,
  listDetached,
  markedKinds,
  unmarkById,
} from './mark-store.ts'
import { presentSync, saveSync, unsealSync } from './sync-settings.ts'

const shownRuns = 20

export function registerGitSyncRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context

  serve(
    app,
    api.getGitSync,
  )(async ({ actor }) => {
    const [stored, settings, runs, detached] = await Promise.all([
      findSync(db, actor.org_id),
      presentSync(context, actor.org_id),
      listRuns(db, actor.org_id, shownRuns),
      listDetached(db, actor.org_id),
    ])
    const shown = settings === null ? {} : { settings }
    return { ...shown, next_at: nextOf(stored, runs), runs: runs.map(presentRun), detached }
  })

  serve(
    app,
    api.saveGitSync,
  )(async ({ actor, body }) => {
    const { org_id } = actor
    await saveSync(context, { org_id, user_id: requireUserId(actor) }, body)
    const settings = await presentSync(context, org_id)
    if (settings === null) throw refuse('not_found')
    return { settings }
  })

  serve(
    app,
    api.deleteGitSync,
  )(async ({ actor }) => {
    await db.transaction().execute(async (tx) => {
      await clearMarks(tx, actor.org_id)
      await deleteSync(tx, actor.org_id)
    })
    return null
  })

  serve(
    app,
    api.startGitSync,
  )(async ({ actor, body }) => {
    if ((await findSync(db, actor.org_id)) === null) throw refuse('not_found')
    const { is_plan, overwrites = false } = body
    const run = { org_id: actor.org_id, is_plan, overwrites, asked_by: requireUserId(actor) }
    const run_id = await start(context, { ...run, cause: 'person' })
    if (run_id === null) throw refuse('git_sync.busy')
    return { run_id }
  })

  serve(
    app,
    api.detachFromGit,
  )(async ({ actor, body }) => {
    const kind = requireMarkedKind(body.kind)
    await db.transaction().execute(async (tx) => {
      const uuid = await unmarkById(tx, actor.org_id, kind, body.id)
      if (uuid === null) throw refuse('not_found')
      await insertDetached(tx, actor.org_id, kind, uuid)
    })
    return null
  })

  serve(
    app,
    api.attachToGit,
  )(async ({ actor, params }) => {
    await deleteDetached(db, actor.org_id, requireMarkedKind(params.kind), params.id)
    // also if the branch has not moved
    await noteCommit(db, actor.org_id, null)
    return null
  })

  app.register(async (scope) => {
    // the signature is over the bytes as they came
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, { text }))
    serve(
      scope,
      api.gitWebhook,
    )(async ({ request }) => {
      await limitRate(context, { name: 'git webhook', caller: request.ip, perHour: webhooksPerHour })
      const stored = await findOnlySync(db)
      const secret = stored === null ? '' : unsealSync(context.secrets, stored).webhook_secret
      const { text = '' } = (request.body ?? {}) as { text?: string }
      if (stored === null || !isFromServer(request.headers, text, secret)) throw refuse('auth.required')
      const nobody = { org_id: stored.org_id, is_plan: false, overwrites: false, asked_by: null }
      const run = await start(context, { ...nobody, cause: 'webhook' })
      return { message: run === null ? 'A sync is under way already.' : 'A sync was started.' }
    })
  })
}

const webhooksPerHour = 600

async function start({ db, jobs }: ServerContext, run: NewRun): Promise<number | null> {
  const id = await insertRun(db, run)
  if (id !== null) await jobs.add('git_sync', { run_id: id })
  return id
}

function requireMarkedKind(given: string) {
  const kind = markedKinds.find((known) => known === given)
  if (kind === undefined) throw refuse('not_found')
  return kind
}

/** GitHub, Gitea and others sign the body; GitLab sends the secret. While no secret is set, every call is refused. */
function isFromServer(headers: Readonly<Record<string, unknown>>, text: string, secret: string): boolean {
  if (secret === '') return false
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  const accepted = [
    ['x-hub-signature-256', `sha256=${signature}`],
    ['x-gitea-signature', signature],
    ['x-gitlab-token', secret],
  ] as const
  return accepted.some(([name, expected]) => isEqual(String(headers[name] ?? ''), expected))
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function nextOf(sync: StoredSync | null, runs: readonly StoredRun[]): string | null {
  if (sync === null || sync.minutes === null) return null
  const last = runs.find((run) => !run.is_plan)?.asked_at.getTime() ?? 0
  const after = last > sync.updated_at.getTime() ? last + sync.minutes * 60_000 : sync.updated_at.getTime()
  return new Date(after).toISOString()
}

function presentRun({ asker, ...run }: StoredRun): api.GitSyncRun {
  const { id, is_plan, overwrites, cause, state, commit, author, subject, error } = run
  return {
    ...{ id, is_plan, overwrites, cause, state, commit, author, subject, error },
    asked_by: asker,
    asked_at: run.asked_at.toISOString(),
    ended_at: run.ended_at?.toISOString() ?? null,
    results: run.results as ContentResult[],
  }
}
