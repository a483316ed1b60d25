import { defaultGroupPermissions, type Permission, permissions } from '#shared/permissions/permission.ts'
import { CommandRefused, type InstanceCommand } from '../commands/command.ts'
import { writeTable } from '../commands/write-table.ts'
import { demandGroup, demandOrganization, wordOf } from './demand.ts'
import { insertGroup, listGroups, setPermissions } from './people-store.ts'

const list: InstanceCommand = {
  on: 'instance',
  about: 'List all groups.',
  options: { json: { about: 'as JSON' } },
  async run({ db, out }, { switches }) {
    const groups = await listGroups(db, await demandOrganization(db))
    if (switches.has('json')) return out(JSON.stringify(groups, null, 2))
    const rows = groups.map(({ id, name, type, members, permissions: held }) => [
      ...[String(id), name, type, String(members), held.join(',')],
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
  async run({ db, out }, { words, options }) {
    const name = wordOf(words, 'NAME').trim()
    if (name === '' || name.length > 100)
      throw new CommandRefused('NAME: from 1 to 100 characters are needed.')
    const given = options['permissions']
    const held = given === undefined ? defaultGroupPermissions : readPermissions(given)
    out(`Created group ${await insertGroup(db, await demandOrganization(db), name, held)}.`)
  },
}

const changePermissions: InstanceCommand = {
  on: 'instance',
  about: 'Give a group other permissions.',
  arguments: ['GROUP'],
  options: {
    permissions: { about: 'separated by commas; they replace the present ones', value: 'PERMISSIONS' },
  },
  more: [`GROUP: its name or id. Permissions: ${permissions.join(', ')}.`],
  async run({ db, out }, { words, options }) {
    const group = await demandGroup(db, await demandOrganization(db), wordOf(words, 'GROUP'))
    const given = options['permissions']
    if (given === undefined) throw new CommandRefused('--permissions is missing.')
    const held = readPermissions(given)
    if (group.type === 'builtin' && group.name === 'admin' && !held.includes('admin')) {
      throw new CommandRefused('The group admin keeps the permission admin: nobody could give it back.')
    }
    await setPermissions(db, group.id, held)
    out(`${group.name}: ${held.join(', ') || 'no permissions'}`)
  },
}

function readPermissions(text: string): Permission[] {
  const words = text.split(',').map((word) => word.trim())
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const known = permissions.find((permission) => permission === word)
      if (known === undefined) {
        throw new CommandRefused(
          `--permissions: "${word}" is no permission. There are: ${permissions.join(', ')}`,
        )
      }
      return known
    })
}

export const groupCommands = { list, create, 'change-permissions': changePermissions }
