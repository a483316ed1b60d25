import { recordCommand } from '#server/audit/index.ts'
import { createGroup, listMemberIds, makesAdmins, revokeHandedOverLinks } from '#server/identity/index.ts'
import { defaultGroupPermissions, type Permission, permissions } from '#shared/permissions/permission.ts'
import { CommandRefused, type InstanceCommand } from './commands/command.ts'
import { writeTable } from './commands/write-table.ts'
import { listGroups, setPermissions } from './operator-store.ts'
import { requireGroup, requireName, requireOrganization, wordOf } from './requirements.ts'

const list: InstanceCommand = {
  on: 'instance',
  about: 'List all groups.',
  options: { json: { about: 'as JSON' } },
  async run({ db, out }, { switches }) {
    const groups = await listGroups(db, await requireOrganization(db))
    if (switches.has('json')) return out(JSON.stringify(groups, null, 2))
    const rows = groups.map(({ id, name, type, members, permissions: held }) => [
      String(id),
      name,
      type,
      String(members),
      held.join(','),
    ])
    out(writeTable(['ID', 'NAME', 'TYPE', 'MEMBERS', 'PERMISSIONS'], rows))
  },
}

const create: InstanceCommand = {
  on: 'instance',
  about: 'Create a group.',
  arguments: ['NAME'],
  options: {
    permissions: { about: 'separated by commas (default: those of the group default)', value: 'PERMISSIONS' },
  },
  async run(context, { words, options }) {
    const { db, out } = context
    const name = requireName('NAME', wordOf(words, 'NAME'), 100)
    const given = options['permissions']
    const held = given === undefined ? defaultGroupPermissions : readPermissions(given)
    const orgId = await requireOrganization(db)
    const { id } = await createGroup({ db }, { org_id: orgId, name, permissions: held })
    const event = { action: 'create', object_type: 'group', object_id: id, command: 'groups create' }
    await recordCommand(context, orgId, { ...event, properties: { permissions: held } })
    out(`Created group ${id}.`)
  },
}

const changePermissions: InstanceCommand = {
  on: 'instance',
  about: 'Give a group other permissions.',
  arguments: ['GROUP'],
  options: {
    permissions: { about: 'separated by commas; they replace the present ones', value: 'PERMISSIONS' },
  },
  needs: ['permissions'],
  more: [`GROUP: its name or id. Permissions: ${permissions.join(', ')}.`],
  async run(context, { words, options }) {
    const { db, out } = context
    const orgId = await requireOrganization(db)
    const group = await requireGroup(db, orgId, wordOf(words, 'GROUP'))
    const held = readPermissions(options['permissions'] ?? '')
    const lost = kept.find((permission) => !held.includes(permission))
    if (group.type === 'builtin' && group.name === 'admin' && lost !== undefined) {
      throw new CommandRefused(
        `The group admin must keep the permission ${lost}: without it, no user could grant it again.`,
      )
    }
    await db.transaction().execute(async (tx) => {
      await setPermissions(tx, group.id, held)
      if (!makesAdmins({ permissions: held })) return
      for (const member of await listMemberIds(tx, group.id)) await revokeHandedOverLinks(tx, member)
    })
    const event = { action: 'edit', object_type: 'group', object_id: group.id }
    await recordCommand(context, orgId, {
      ...{ ...event, command: 'groups change-permissions', properties: { permissions: held } },
    })
    out(`${group.name}: ${held.join(', ') || 'no permissions'}`)
  },
}

/** permissions that the group admin must keep, because otherwise no user could open some pages */
const kept: readonly Permission[] = ['admin', 'super_admin']

function readPermissions(text: string): Permission[] {
  const words = text.split(',').map((word) => word.trim())
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const known = permissions.find((permission) => permission === word)
      if (known === undefined) {
        throw new CommandRefused(
          `--permissions: "${word}" is not a permission. There are: ${permissions.join(', ')}`,
        )
      }
      return known
    })
}

export const groupCommands = { list, create, 'change-permissions': changePermissions }
