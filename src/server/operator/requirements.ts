import { commandActor, recordCommand } from '#server/audit/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { permissions } from '#shared/permissions/permission.ts'
import { minPasswordLength } from '#shared/users/password-rule.ts'
import {
  type CommandOption,
  CommandRefused,
  type GivenArguments,
  type InstanceContext,
} from './commands/command.ts'
import {
  findOrganizationId,
  findPerson,
  listGroups,
  type OperatorGroup,
  type OperatorUser,
} from './operator-store.ts'

/** The value of a required argument. */
export function wordOf(words: GivenArguments['words'], name: string): string {
  const word = words[name]
  if (word === undefined) throw new Error(`The argument ${name} was not checked.`)
  return word
}

/** Throws CommandRefused before set-up. */
export async function requireOrganization(db: Db): Promise<number> {
  const id = await findOrganizationId(db)
  if (id !== null) return id
  throw new CommandRefused(
    'This instance is not set up yet. Open it in a browser, or use: sextant users create-root',
  )
}

/** Finds a group by name, else by id. Throws CommandRefused when none or several match. */
export async function requireGroup(db: Db, orgId: number, word: string): Promise<OperatorGroup> {
  const groups = await listGroups(db, orgId)
  const named = groups.filter((group) => group.name === word)
  const meant = named.length > 0 ? named : groups.filter((group) => String(group.id) === word)
  const [group] = meant
  if (group === undefined) throw new CommandRefused(`There is no group "${word}". Try: sextant groups list`)
  if (meant.length > 1) throw new CommandRefused(`Several groups are called "${word}": name its id.`)
  return group
}

/** Finds a user by email address. Throws CommandRefused. */
export async function requirePerson(
  { db }: InstanceContext,
  orgId: number,
  email: string,
): Promise<OperatorUser> {
  const user = await findPerson(db, orgId, email)
  if (user === null) throw new CommandRefused(`There is no user with the address ${email}.`)
  return user
}

/** The trimmed name, of at most `maxLength` characters. Throws CommandRefused. */
export function requireName(where: string, name: string, maxLength: number): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= maxLength) return trimmed
  throw new CommandRefused(`${where}: from 1 to ${maxLength} characters are needed.`)
}

export const passwordStdin: Record<string, CommandOption> = {
  'password-stdin': { about: 'read the password from the first line of standard input' },
}

/** Asks for the new password of a user. Throws CommandRefused when it is too short. */
export async function requirePassword({ readSecret }: InstanceContext, fromStdin: boolean): Promise<string> {
  const password = await readSecret('Password', fromStdin, '--password-stdin')
  if (password.length >= minPasswordLength) return password
  throw new CommandRefused(`Password: at least ${minPasswordLength} characters are needed.`)
}

/** The actor of commands. It has all permissions, because the operator controls the machine. Changes are made as `userId`. */
export function operatorActor(orgId: number, userId: number | null): Actor {
  return {
    kind: 'user',
    org_id: orgId,
    user_id: userId,
    name: commandActor,
    group_ids: [],
    permissions,
    query_id: null,
  }
}

/** Records a change of a user in the audit log. */
export async function recordUserCommand(
  context: InstanceContext,
  orgId: number,
  event: { action: string; command: string },
  id: number,
): Promise<void> {
  await recordCommand(context, orgId, { ...event, object_type: 'user', object_id: id })
}
