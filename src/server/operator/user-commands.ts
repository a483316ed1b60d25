import { commandActor, recordCommand } from '#server/audit/index.ts'
import { disableUser } from '#server/handover/index.ts'
import {
  createInvitedUser,
  enableUser,
  findUser,
  hashPassword,
  keepingAdmins,
  randomKey,
  replacePassword,
  resetFactor,
  revokeHandedOverLinks,
  setUp,
} from '#server/identity/index.ts'
import { apiKeyColumns, openSecrets } from '#server/kernel/index.ts'
import { readEmail } from '#shared/users/email-address.ts'
import { minPasswordLength } from '#shared/users/password-rule.ts'
import {
  type CommandOption,
  CommandRefused,
  type InstanceCommand,
  type InstanceContext,
} from './commands/command.ts'
import { writeTable } from './commands/write-table.ts'
import {
  countOwned,
  deletePerson,
  findPerson,
  insertPerson,
  joinGroup,
  listPeople,
  type OperatorUser,
} from './operator-store.ts'
import { operatorActor, requireGroup, requireName, requireOrganization, wordOf } from './requirements.ts'

/** characters */
const maxNameLength = 320

const passwordStdin: Record<string, CommandOption> = {
  'password-stdin': { about: 'read the password from the first line of standard input' },
}

async function askPassword({ readSecret }: InstanceContext, fromStdin: boolean): Promise<string> {
  const password = await readSecret('Password', fromStdin, '--password-stdin')
  if (password.length >= minPasswordLength) return password
  throw new CommandRefused(`Password: at least ${minPasswordLength} characters are needed.`)
}

async function requirePerson({ db }: InstanceContext, orgId: number, email: string): Promise<OperatorUser> {
  const user = await findPerson(db, orgId, email)
  if (user === null) throw new CommandRefused(`There is no user with the address ${email}.`)
  return user
}

/** Ids of the group `default` and the requested groups. */
async function groupsOf(
  db: InstanceContext['db'],
  orgId: number,
  isAdmin: boolean,
  text = '',
): Promise<number[]> {
  const named = text.split(',').filter((group) => group.trim() !== '')
  const ids: number[] = []
  for (const group of ['default', ...(isAdmin ? ['admin'] : []), ...named])
    ids.push((await requireGroup(db, orgId, group.trim())).id)
  return ids
}

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

const create: InstanceCommand = {
  on: 'instance',
  about: 'Create a user who can log in at once.',
  arguments: ['EMAIL', 'NAME'],
  options: {
    admin: { about: 'add the group admin' },
    groups: { about: 'names or ids of further groups, separated by commas', value: 'GROUPS' },
    ...passwordStdin,
  },
  more: ['The command asks for the password. The user also joins the group default.'],
  async run(context, { words, options, switches }) {
    const { db, out } = context
    const org_id = await requireOrganization(db)
    const given = wordOf(words, 'EMAIL')
    const email = readEmail(given)
    if (email === null) throw new CommandRefused(`EMAIL: "${given}" is no e-mail address.`)
    const name = requireName('NAME', wordOf(words, 'NAME'), maxNameLength)
    const ids = await groupsOf(db, org_id, switches.has('admin'), options['groups'])
    if ((await findPerson(db, org_id, email)) !== null) throw taken(email)
    const password_hash = await hashPassword(await askPassword(context, switches.has('password-stdin')))
    const key = apiKeyColumns(await openSecrets(context), randomKey())
    const id = await insertPerson(db, { org_id, name, email, password_hash, ...key }, ids, context.clock())
    if (id === null) throw taken(email)
    await tell(context, org_id, { action: 'create', command: 'users create' }, id)
    out(`Created user ${id}.`)
  },
}

/** Records a change of a user in the audit log. */
async function tell(
  context: InstanceContext,
  orgId: number,
  event: { action: string; command: string },
  id: number,
): Promise<void> {
  await recordCommand(context, orgId, { ...event, object_type: 'user', object_id: id })
}

const taken = (email: string) =>
  new CommandRefused(`EMAIL: there is a user with the address ${email} already.`)

const invite: InstanceCommand = {
  on: 'instance',
  about: 'Invite a new user, on behalf of a user.',
  arguments: ['EMAIL', 'NAME', 'INVITER'],
  options: {
    admin: { about: 'add the group admin' },
    groups: { about: 'names or ids of further groups, separated by commas', value: 'GROUPS' },
    link: { about: 'show the link instead of sending a mail' },
  },
  more: ['INVITER: the e-mail address of the inviting user. Links begin with SEXTANT_URL.'],
  async run(context, { words, options, switches }) {
    const { db, out, config } = context
    const orgId = await requireOrganization(db)
    const inviter = await requirePerson(context, orgId, wordOf(words, 'INVITER'))
    const ids = await groupsOf(db, orgId, switches.has('admin'), options['groups'])
    if (config.publicUrl === null)
      throw new CommandRefused('SEXTANT_URL is not set: the link would lead nowhere.')
    const byMail = !switches.has('link')
    if (byMail && config.mailDefaultSender === null)
      throw new CommandRefused('No mail server is configured. Use: sextant users invite --link')
    const needs = { ...context, secrets: await openSecrets(context) }
    const { user, link } = await createInvitedUser(needs, operatorActor(orgId, inviter.id), {
      email: wordOf(words, 'EMAIL'),
      name: requireName('NAME', wordOf(words, 'NAME'), maxNameLength),
      byMail,
      isBelieved: true,
      instance: config.publicUrl,
      caller: commandActor,
    })
    for (const group of ids) await joinGroup(db, group, user.id)
    await tell(context, orgId, { action: 'create', command: 'users invite' }, user.id)
    out(`Invited user ${user.id}.`)
    if (link !== null) out(link)
  },
}

const createRoot: InstanceCommand = {
  on: 'instance',
  about: 'Set up a new instance: its organization and its first admin.',
  arguments: ['EMAIL', 'NAME'],
  options: {
    organization: { about: 'name of the organization (default: Sextant)', value: 'NAME' },
    ...passwordStdin,
  },
  async run(context, { words, options, switches }) {
    const email = wordOf(words, 'EMAIL')
    const name = requireName('NAME', wordOf(words, 'NAME'), maxNameLength)
    const org_name = requireName('--organization', options['organization'] ?? 'Sextant', 255)
    const password = await askPassword(context, switches.has('password-stdin'))
    const secrets = await openSecrets(context)
    const id = await setUp({ ...context, secrets }, { email, name, password, org_name })
    if (id === null)
      throw new CommandRefused('This instance is set up already. Use: sextant users create --admin')
    await tell(
      context,
      await requireOrganization(context.db),
      { action: 'create', command: 'users create-root' },
      id,
    )
    context.out(`Created user ${id}.`)
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
    const hash = await hashPassword(await askPassword(context, switches.has('password-stdin')))
    const now = context.clock()
    await context.db.transaction().execute((tx) => replacePassword(tx, user.id, hash, now))
    await tell(context, orgId, { action: 'change_password', command: 'users password' }, user.id)
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
      await tell(
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
    await tell(context, orgId, { action: 'disable', command: 'users disable' }, user.id)
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
    await tell(context, orgId, { action: 'enable', command: 'users enable' }, user.id)
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
    await tell(context, orgId, { action: 'delete', command: 'users delete' }, user.id)
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
