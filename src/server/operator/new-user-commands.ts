import { commandActor } from '#server/audit/index.ts'
import { createInvitedUser, hashPassword, randomKey, setUp } from '#server/identity/index.ts'
import { apiKeyColumns, openSecrets } from '#server/kernel/index.ts'
import { readEmail } from '#shared/users/email-address.ts'
import { CommandRefused, type InstanceCommand, type InstanceContext } from './commands/command.ts'
import { findPerson, insertPerson, joinGroup } from './operator-store.ts'
import {
  operatorActor,
  passwordStdin,
  recordUserCommand,
  requireGroup,
  requireName,
  requireOrganization,
  requirePassword,
  requirePerson,
  wordOf,
} from './requirements.ts'

/** characters */
const maxNameLength = 320

export const create: InstanceCommand = {
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
    if (email === null) throw new CommandRefused(`EMAIL: "${given}" is not an email address.`)
    const name = requireName('NAME', wordOf(words, 'NAME'), maxNameLength)
    const ids = await groupsOf(db, org_id, switches.has('admin'), options['groups'])
    if ((await findPerson(db, org_id, email)) !== null) throw taken(email)
    const password_hash = await hashPassword(await requirePassword(context, switches.has('password-stdin')))
    const key = apiKeyColumns(await openSecrets(context), randomKey())
    const id = await insertPerson(db, { org_id, name, email, password_hash, ...key }, ids, context.clock())
    if (id === null) throw taken(email)
    await recordUserCommand(context, org_id, { action: 'create', command: 'users create' }, id)
    out(`Created user ${id}.`)
  },
}

export const invite: InstanceCommand = {
  on: 'instance',
  about: 'Invite a new user, on behalf of a user.',
  arguments: ['EMAIL', 'NAME', 'INVITER'],
  options: {
    admin: { about: 'add the group admin' },
    groups: { about: 'names or ids of further groups, separated by commas', value: 'GROUPS' },
    link: { about: 'show the link instead of sending a mail' },
  },
  more: ['INVITER: the email address of the inviting user. Links begin with SEXTANT_URL.'],
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
    await recordUserCommand(context, orgId, { action: 'create', command: 'users invite' }, user.id)
    out(`Invited user ${user.id}.`)
    if (link !== null) out(link)
  },
}

export const createRoot: InstanceCommand = {
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
    const password = await requirePassword(context, switches.has('password-stdin'))
    const secrets = await openSecrets(context)
    const id = await setUp({ ...context, secrets }, { email, name, password, org_name })
    if (id === null)
      throw new CommandRefused('This instance is set up already. Use: sextant users create --admin')
    await recordUserCommand(
      context,
      await requireOrganization(context.db),
      { action: 'create', command: 'users create-root' },
      id,
    )
    context.out(`Created user ${id}.`)
  },
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

const taken = (email: string) =>
  new CommandRefused(`EMAIL: there is a user with the address ${email} already.`)
