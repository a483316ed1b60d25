import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { loadUsers } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuseFromGit } from '#shared/content/refuse-from-git.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can, noGroups } from '#shared/permissions/can.ts'
import * as api from '#shared/snippets/snippets-api.ts'
import type { User } from '#shared/users/user.ts'
import {
  deleteSnippet,
  findSnippet,
  insertSnippet,
  listSnippets,
  type StoredSnippet,
  updateSnippet,
} from './snippet-store.ts'

export function registerSnippetRoutes(app: FastifyInstance, { db }: ServerContext): void {
  serve(
    app,
    api.listSnippets,
  )(async ({ actor }) => {
    const snippets = await listSnippets(db, actor.org_id)
    const users = await loadUsers(db, [...new Set(snippets.map((snippet) => snippet.user_id))])
    return snippets.map((snippet) => present(snippet, users))
  })

  serve(
    app,
    api.createSnippet,
  )(async ({ actor, body }) => {
    const { org_id, user_id } = actor
    if (user_id === null) throw refuse('auth.forbidden')
    const { trigger, snippet } = body
    const stored = await insertSnippet(
      db,
      { org_id, user_id },
      { trigger: trigger.trim(), description: body.description ?? '', snippet },
    )
    if (stored === null) throw triggerTaken(trigger)
    return await presentOne(db, stored)
  })

  serve(
    app,
    api.getSnippet,
  )(async ({ actor, params }) => presentOne(db, await requireSnippet(db, actor, params.id)))

  serve(
    app,
    api.saveSnippet,
  )(async ({ actor, params, body }) => {
    await requireOwnSnippet(db, actor, params.id)
    const { trigger, description, snippet } = body
    const stored = await updateSnippet(db, params.id, {
      ...(trigger === undefined ? {} : { trigger: trigger.trim() }),
      ...(description === undefined ? {} : { description: description ?? '' }),
      ...(snippet === undefined ? {} : { snippet }),
    })
    if (stored === 'trigger_taken') throw triggerTaken(trigger ?? '')
    if (stored === 'gone') throw refuse('not_found')
    return await presentOne(db, stored)
  })

  serve(
    app,
    api.deleteSnippet,
  )(async ({ actor, params }) => {
    await requireOwnSnippet(db, actor, params.id)
    if (!(await deleteSnippet(db, params.id))) throw refuse('not_found')
    return null
  })
}

async function requireSnippet(db: Db, actor: Actor, id: number): Promise<StoredSnippet> {
  const snippet = await findSnippet(db, actor.org_id, id)
  if (snippet === null) throw refuse('not_found')
  return snippet
}

/** All users may read a snippet; its creator and admins may change it (docs/reference/api-administration.md#snippets). */
async function requireOwnSnippet(db: Db, actor: Actor, id: number): Promise<void> {
  const snippet = await requireSnippet(db, actor, id)
  if (!can(actor, 'own', { groups: noGroups, owner_id: snippet.user_id })) throw refuse('auth.not_owner')
  refuseFromGit(actor, snippet)
}

function triggerTaken(trigger: string) {
  return refuse('snippet.trigger_taken', { field: 'trigger', trigger: trigger.trim() })
}

async function presentOne(db: Db, snippet: StoredSnippet): Promise<api.Snippet> {
  return present(snippet, await loadUsers(db, [snippet.user_id]))
}

function present(snippet: StoredSnippet, users: ReadonlyMap<number, User>): api.Snippet {
  const user = users.get(snippet.user_id)
  if (user === undefined) throw new Error(`Snippet ${snippet.id} has no creator.`)
  return {
    id: snippet.id,
    trigger: snippet.trigger,
    description: snippet.description,
    snippet: snippet.snippet,
    user,
    ...(snippet.from_git === null ? {} : { from_git: snippet.from_git }),
    updated_at: snippet.updated_at.toISOString(),
    created_at: snippet.created_at.toISOString(),
  }
}
