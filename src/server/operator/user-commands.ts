import { recordCommand } from '#server/audit/index.ts'
import { disableUser } from '#server/handover/index.ts'
import {
  enableUser,
  findUser,
  hashPassword,
  keepingAdmins,
  replacePassword,
  resetFactor,
  revokeHandedOverLinks,
} from '#server/identity/index.ts'
import { openSecrets } from '#server/kernel/index.ts'
import { CommandRefused, type InstanceCommand } from './commands/command.ts'
import { writeTable } from './commands/write-table.ts'
import { create, createRoot, invite } from './new-user-commands.ts'
import { countOwned, deletePerson, joinGroup, listPeople, type OperatorUser } from './operator-store.ts'
import {
  operatorActor,
  passwordStdin,
  recordUserCommand,
  requireGroup,
  requireOrganization,
  requirePassword,
  requirePerson,
  wordOf,
} from './requirements.ts'

const list: InstanceCommand = {
  on: 'instance',
  about: 'List all users.',
  options: { json: { about: 'as JSON' } },
  async run({ db, out }, { switches }) {
    const users = await listPeople(db, await requireOrganization(db))
    if (switches.has('json')) return out(JSON.stringify(users, null, 2))
    const state = (user: OperatorUser) =>
      user.is_disabled ? 'disabled' : user.is_invitation_pending ? 'invited' : 'active'
    const rows = users.map((user) => [
      String(user.id),
      user.email,
      user.name,
      state(user),
      user.groups.join(', '),
    ])
    out(writeTable(['ID', 'EMAIL', 'NAME', 'STATE', 'GROUPS'], rows))
  },
}

const grantAdmin: InstanceCommand = {
  on: 'instance',
  about: 'Make a user an admin.',
  arguments: ['EMAIL'],
  async run(context, { words }) {
    const orgId = await requireOrganization(context.db)
    const user = await requirePerson(context, orgId, wordOf(words, 'EMAIL'))
    if (user.groups.includes('admin')) return context.out(`${user.email} is an admin already.`)
    const group = await requireGroup(context.db, orgId, 'admin')
    const linksEnded = await context.db.transaction().execute(async (tx) => {
      await joinGroup(tx, group.id, user.id)
      return await revokeHandedOverLinks(tx, user.id)
    })
    await recordCommand(context, orgId, {
      action: 'add_member',
      object_type: 'group',
      object_id: group.id,
      command: 'users grant-admin',
      properties: { member_id: user.id },
    })
    context.out(`${user.email} is an admin now.`)
    if (linksEnded) context.out('Links to this account that were handed over no longer work.')
    const known = await findUser(context.db, orgId, user.id)
    if (known?.is_email_verified === false)
      context.out('Their address is not verified: make sure that the account is not that of another person.')
  },
}

const password: InstanceCommand = {
  on: 'instance',
  about: 'Set a new password for a user, and end all of their sessions.',
  arguments: ['EMAIL'],
  options: passwordStdin,
  async run(context, { words, switches }) {
    const orgId = await requireOrganization(context.db)
    const user = await requirePerson(context, orgId, wordOf(words, 'EMAIL'))
    const hash = await hashPassword(await requirePassword(context, switches.has('password-stdin')))
    const now = context.clock()
    await context.db.transaction().execute((tx) => replacePassword(tx, user.id, hash, now))
    await recordUserCommand(context, orgId, { action: 'change_password', command: 'users password' }, user.id)
    context.out(`${user.email} has a new password.`)
  },
}

const resetSecondFactor: InstanceCommand = {
  on: 'instance',
  about: 'Remove the second factor of a user who has lost it.',
  arguments: ['EMAIL'],
  async run(context, { words }) {
    const orgId = await requireOrganization(context.db)
    const user = await requirePerson(context, orgId, wordOf(words, 'EMAIL'))
    const hadOne = await resetFactor(context, user.id)
    if (hadOne)
      await recordUserCommand(
        context,
        orgId,
        { action: 'reset_second_factor', command: 'users reset-second-factor' },
        user.id,
      )
    context.out(
      hadOne ? `${user.email} has no second factor any more.` : `${user.email} has no second factor.`,
    )
  },
}

const disable: InstanceCommand = {
  on: 'instance',
  about: 'Disable a user: no login, no API key, no sessions.',
  arguments: ['EMAIL'],
  async run(context, { words }) {
    const orgId = await requireOrganization(context.db)
    const user = await requirePerson(context, orgId, wordOf(words, 'EMAIL'))
    const needs = { ...context, secrets: await openSecrets(context) }
    await disableUser(needs, operatorActor(orgId, null), user.id)
    await recordUserCommand(context, orgId, { action: 'disable', command: 'users disable' }, user.id)
    context.out(`${user.email} is disabled.`)
  },
}

const enable: InstanceCommand = {
  on: 'instance',
  about: 'Enable a user again.',
  arguments: ['EMAIL'],
  async run(context, { words }) {
    const orgId = await requireOrganization(context.db)
    const user = await requirePerson(context, orgId, wordOf(words, 'EMAIL'))
    await enableUser(context, operatorActor(orgId, null), user.id)
    await recordUserCommand(context, orgId, { action: 'enable', command: 'users enable' }, user.id)
    context.out(`${user.email} is enabled.`)
  },
}

const remove: InstanceCommand = {
  on: 'instance',
  about: 'Delete a user who owns nothing. Other users can be disabled.',
  arguments: ['EMAIL'],
  async run(context, { words }) {
    const orgId = await requireOrganization(context.db)
    const user = await requirePerson(context, orgId, wordOf(words, 'EMAIL'))
    const owned = Object.entries(await countOwned(context.db, user.id)).filter(([, count]) => count > 0)
    if (owned.length > 0) {
      const things = owned.map(([what, count]) => `${what}: ${count}`).join(', ')
      throw new CommandRefused(
        `${user.email} owns something (${things}). Use: sextant users disable ${user.email}`,
      )
    }
    await keepingAdmins(context, operatorActor(orgId, null), (tx) => deletePerson(tx, user.id))
    await recordUserCommand(context, orgId, { action: 'delete', command: 'users delete' }, user.id)
    context.out(`${user.email} is deleted.`)
  },
}

export const userCommands = {
  list,
  create,
  invite,
  'create-root': createRoot,
  'grant-admin': grantAdmin,
  'reset-second-factor': resetSecondFactor,
  password,
  disable,
  enable,
  delete: remove,
}
