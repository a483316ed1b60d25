import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import * as api from '#shared/groups/groups-api.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { type Actor, hasPermission, mayGovern } from '#shared/permissions/can.ts'
import { defaultGroupPermissions } from '#shared/permissions/permission.ts'
import { requireProofForAdmins } from '../session/prove-again.ts'
import { holdAccount } from '../session/user-sessions.ts'
import { becomeAdmin } from '../users/become-admin.ts'
import { findMember, loadUsers } from '../users/require-user.ts'
import { userReply } from '../users/user-reply.ts'
import {
  changeGroupName,
  createGroup,
  keepingAdmins,
  makesAdmins,
  requireGroup,
  requireOwnGroupsStay,
} from './change-group.ts'
import {
  deleteGroupRow,
  deleteMember,
  insertMember,
  listGroups,
  listMemberIds,
  type StoredGroup,
} from './group-store.ts'

export function registerGroupRoutes(app: FastifyInstance, context: ServerContext): void {
  registerGroups(app, context)
  registerMembers(app, context)
}

function registerGroups(app: FastifyInstance, context: ServerContext): void {
  const { db } = context
  serve(
    app,
    api.listGroups,
  )(async ({ actor }) => {
    const groups = await listGroups(db, actor.org_id, hasPermission(actor, 'admin') ? null : actor.group_ids)
    return groups.map(groupReply)
  })

  serve(
    app,
    api.createGroup,
  )(async ({ actor, body }) => {
    const name = requireName(body.name)
    return groupReply(
      await createGroup({ db }, { org_id: actor.org_id, name, permissions: defaultGroupPermissions }),
    )
  })

  serve(
    app,
    api.getGroup,
  )(async ({ actor, params }) => groupReply(await requireOwnGroup(db, actor, params.id)))

  serve(
    app,
    api.saveGroup,
  )(async ({ actor, params, body, request }) => {
    // providers put users into groups by name
    const group = await requireGovernedGroup(db, actor, params.id)
    if (group.type === 'builtin') throw refuse('group.builtin_rename')
    await requireProofForAdmins(context, request, group)
    return groupReply(await changeGroupName({ db }, group, requireName(body.name)))
  })

  serve(
    app,
    api.deleteGroup,
  )(async ({ actor, params, request }) => {
    const group = await requireGovernedGroup(db, actor, params.id)
    if (group.type === 'builtin') throw refuse('group.builtin_delete')
    await requireProofForAdmins(context, request, group)
    await keepingAdmins(context, actor, (tx) => deleteGroupRow(tx, group.id))
    return null
  })
}

function registerMembers(app: FastifyInstance, context: ServerContext): void {
  const { db } = context
  serve(
    app,
    api.listGroupMembers,
  )(async ({ actor, params }) => {
    await requireOwnGroup(db, actor, params.id)
    const ids = await listMemberIds(db, params.id)
    const users = await loadUsers(db, ids)
    return ids.map((id) => users.get(id)).filter((user) => user !== undefined)
  })

  serve(
    app,
    api.addGroupMember,
  )(async ({ actor, params, body, request }) => {
    const group = await requireGovernedGroup(db, actor, params.id)
    await requireProofForAdmins(context, request, group)
    if ((await findMember(db, actor.org_id, body.user_id)) === null)
      throw refuse('request.invalid', { field: 'user_id', reason: phrase('user_id: there is no such user.') })
    const linksEnded = await db.transaction().execute(async (tx) => {
      await holdAccount(tx, request, actor.user_id, body.user_id)
      const user = await findMember(tx, actor.org_id, body.user_id)
      if (user === null) throw refuse('not_found')
      const isNewAdmin = makesAdmins(group) && !user.group_ids.includes(group.id)
      await insertMember(tx, group.id, body.user_id)
      return isNewAdmin && (await becomeAdmin(tx, user))
    })
    const member = await findMember(db, actor.org_id, body.user_id)
    if (member === null) throw refuse('not_found')
    return { ...userReply(member), ...(linksEnded ? { links_ended: true } : {}) }
  })

  serve(
    app,
    api.removeGroupMember,
  )(async ({ actor, params, request }) => {
    const group = await requireGovernedGroup(db, actor, params.id)
    await requireProofForAdmins(context, request, group)
    await keepingAdmins(context, actor, async (tx) => {
      // the lock of memberships may have been held by the change that disables the actor
      await holdAccount(tx, request, actor.user_id, params.user_id)
      await requireOwnGroupsStay(tx, actor, params.user_id, (id) => id !== group.id)
      if (!(await deleteMember(tx, group.id, params.user_id))) throw refuse('not_found')
    })
    return null
  })
}

/** The same for its members: users cannot give or take permissions they do not hold. */
async function requireGovernedGroup(db: Db, actor: Actor, id: number): Promise<StoredGroup> {
  const group = await requireGroup(db, actor, id)
  if (!mayGovern(actor, group.permissions)) throw refuse('auth.forbidden')
  return group
}

/** For members and admins. */
async function requireOwnGroup(db: Db, actor: Actor, id: number): Promise<StoredGroup> {
  const group = await requireGroup(db, actor, id)
  if (!hasPermission(actor, 'admin') && !actor.group_ids.includes(id)) throw refuse('auth.forbidden')
  return group
}

function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw refuse('request.invalid', {
      field: 'name',
      reason: phrase('{field}: this field is required.', { field: 'name' }),
    })
  return trimmed
}

function groupReply(group: StoredGroup) {
  return { ...group, created_at: group.created_at.toISOString() }
}
