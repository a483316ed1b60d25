import { recordCommand } from '#server/audit/index.ts'
import { reader } from '#server/http/index.ts'
import { currentOrganization, saveSettings, settingsInForce } from '#server/identity/index.ts'
import { changeableSettings, saveOrganizationSettings } from '#shared/organizations/organizations-api.ts'
import {
  CommandRefused,
  type GivenArguments,
  type InstanceCommand,
  type InstanceContext,
} from './commands/command.ts'
import { writeTable } from './commands/write-table.ts'
import { operatorActor, requireOrganization, wordOf } from './requirements.ts'

async function inForce({ db }: InstanceContext): Promise<Record<string, unknown>> {
  await requireOrganization(db)
  return settingsInForce((await currentOrganization({ db })).settings)
}

/** A setting that an admin may change. Throws CommandRefused. */
function requireSetting(words: GivenArguments['words']): string {
  const name = wordOf(words, 'SETTING')
  if (changeableSettings.has(name)) return name
  throw new CommandRefused(`SETTING: there is no setting "${name}". Try: sextant organization settings`)
}

const settings: InstanceCommand = {
  on: 'instance',
  about: 'List the effective settings of the organization.',
  options: { json: { about: 'as JSON' } },
  async run(context, { switches }) {
    const values = await inForce(context)
    if (switches.has('json')) return context.out(JSON.stringify(values, null, 2))
    const rows = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])
    context.out(writeTable(['SETTING', 'VALUE'], rows))
  },
}

const set: InstanceCommand = {
  on: 'instance',
  about: 'Change a setting of the organization, as admins do in a browser.',
  arguments: ['SETTING', 'VALUE'],
  more: [
    'VALUE: true, false, a list such as \'["example.com"]\', a text, or null for the default.',
    'To allow password login again: sextant organization set auth_password_login_enabled true',
  ],
  async run(context, { words }) {
    const name = requireSetting(words)
    const orgId = await requireOrganization(context.db)
    const value = await readValue(context, name, wordOf(words, 'VALUE'))
    const change = readChange({ [name]: value }) as Record<string, unknown>
    const before = await inForce(context)
    const after: Record<string, unknown> = await saveSettings(context, operatorActor(orgId, null), change)
    if (value === false && after[name] === true)
      throw new CommandRefused(`${name} stays true: ${noOtherLogin}`)
    await recordCommand(context, orgId, {
      action: 'edit',
      object_type: 'settings',
      object_id: orgId,
      command: 'organization set',
      properties: { new_values: change, previous_values: { [name]: before[name] ?? null } },
    })
    context.out(`${name}: ${JSON.stringify(after[name] ?? null)}`)
  },
}

/** the only setting that can stay unchanged (docs/reference/api-administration.md#login-stays-open) */
const noOtherLogin = 'password login can be switched off only while another login method is enabled.'

const readChange = reader(saveOrganizationSettings.body, 'body', { convert: false, refuseUnknown: true })

/** Text settings are taken literally, to avoid nested quotes; all other values are JSON. */
async function readValue(context: InstanceContext, name: string, text: string): Promise<unknown> {
  if (text === 'null') return null
  if (typeof (await inForce(context))[name] === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandRefused(`VALUE: ${name} takes true, false, a list in JSON, or null, not "${text}".`)
  }
}

export const organizationCommands = { settings, set }
