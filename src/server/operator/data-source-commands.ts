import { readFileSync } from 'node:fs'
import { optionsSchema } from '#connectors/options-schema.ts'
import { connectors, findConnector } from '#connectors/registry.ts'
import { recordCommand } from '#server/audit/index.ts'
import { openSecrets, whyNotFile } from '#server/kernel/index.ts'
import { changeDataSource, createDataSource, removeDataSource } from '#server/sources/index.ts'
import { createSourceAccess } from '#server/worker/index.ts'
import { type Options, unknownOptions } from '#shared/config-form/validate-options.ts'
import { CommandRefused, type InstanceCommand, type InstanceContext } from './commands/command.ts'
import { writeTable } from './commands/write-table.ts'
import { listSources, type OperatorSource } from './operator-store.ts'
import { operatorActor, requireName, requireOrganization, wordOf } from './requirements.ts'

const testSeconds = 30
/** characters */
const maxNameLength = 255

async function requireSource(context: InstanceContext, orgId: number, word: string): Promise<OperatorSource> {
  const sources = await listSources(context.db, orgId)
  const named = sources.filter((source) => source.name === word)
  const meant = named.length > 0 ? named : sources.filter((source) => String(source.id) === word)
  const [source] = meant
  if (source === undefined)
    throw new CommandRefused(`There is no data source "${word}". Try: sextant data-sources list`)
  if (meant.length > 1) throw new CommandRefused(`Several data sources are called "${word}": name its id.`)
  return source
}

const list: InstanceCommand = {
  on: 'instance',
  about: 'List all data sources, without their options.',
  options: { json: { about: 'as JSON' } },
  async run({ db, out }, { switches }) {
    const sources = await listSources(db, await requireOrganization(db))
    const shown = sources.map(({ id, name, type, is_paused }) => ({ id, name, type, is_paused }))
    if (switches.has('json')) return out(JSON.stringify(shown, null, 2))
    const rows = shown.map(({ id, name, type, is_paused }) => [
      String(id),
      name,
      type,
      is_paused ? 'paused' : '',
    ])
    out(writeTable(['ID', 'NAME', 'TYPE', 'STATE'], rows))
  },
}

const listTypes: InstanceCommand = {
  on: 'instance',
  about: 'List the types of data sources, and the options of each.',
  async run({ out }) {
    const rows = connectors.map((connector) => [
      connector.type,
      connector.name,
      Object.keys(optionsSchema(connector).properties).join(', '),
    ])
    out(writeTable(['TYPE', 'NAME', 'OPTIONS'], rows.toSorted()))
  },
}

const test: InstanceCommand = {
  on: 'instance',
  about: 'Connect to a data source and say whether it works.',
  arguments: ['NAME'],
  more: ['The connection is made from this machine, with the drivers and settings of a worker.'],
  async run(context, { words }) {
    const source = await requireSource(context, await requireOrganization(context.db), wordOf(words, 'NAME'))
    const connector = findConnector(source.type)
    if (connector === undefined) throw new CommandRefused(`There is no data source type "${source.type}".`)
    const options = (await openSecrets(context)).unseal(source.encrypted_options)
    const signal = AbortSignal.timeout(testSeconds * 1000)
    const access = createSourceAccess(context.config)
    try {
      const session = await access.open(connector, options, { signal, isFresh: true })
      await session.ping(signal).finally(() => session.close())
    } catch (error) {
      const why = signal.aborted ? `no answer in ${testSeconds} seconds` : (error as Error).message
      throw new CommandRefused(`${source.name}: ${why}`, { cause: error })
    } finally {
      await access.close()
    }
    context.out(`${source.name}: works.`)
  },
}

const optionsFrom = {
  'options-file': { about: 'a JSON file with its options; - for standard input', value: 'FILE' },
} as const

/** Options contain passwords, so they are never passed as arguments. */
function readOptions(path: string): Options {
  const text = readFileSync(path === '-' ? 0 : path, 'utf8')
  try {
    const options: unknown = JSON.parse(text)
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options as Options
  } catch {
    // reported below without the text, which may contain a password
  }
  throw new CommandRefused(
    '--options-file: a JSON object is expected, such as {"host": "db", "dbname": "sales"}.',
  )
}

function optionsGiven(path: string | undefined, type: string): Options | null {
  if (path === undefined) return null
  try {
    const given = readOptions(path)
    requireKnown(given, type)
    return given
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused(`--options-file: ${path} cannot be read: ${whyNotFile(error)}.`)
  }
}

/** The API ignores unknown options, because clients send extra fields; in a file they are a typing error. */
function requireKnown(given: Options, type: string): void {
  const connector = findConnector(type)
  if (connector === undefined) return
  const schema = optionsSchema(connector)
  const names = Object.keys(schema.properties)
  const [unknown] = unknownOptions(schema, given)
  if (unknown === undefined) return
  throw new CommandRefused(
    `--options-file: ${type} has no option "${unknown}". It has: ${names.join(', ') || 'none'}`,
  )
}

const create: InstanceCommand = {
  on: 'instance',
  about: 'Create a data source; the group default gets full access.',
  arguments: ['NAME'],
  options: { type: { about: 'see: sextant data-sources list-types', value: 'TYPE' }, ...optionsFrom },
  needs: ['type'],
  async run(context, { words, options }) {
    const { type = '' } = options
    const name = requireName('NAME', wordOf(words, 'NAME'), maxNameLength)
    const orgId = await requireOrganization(context.db)
    const actor = operatorActor(orgId, null)
    const needs = { db: context.db, secrets: await openSecrets(context) }
    const given = optionsGiven(options['options-file'], type) ?? {}
    const { id } = await createDataSource(needs, actor, { name, type, options: given })
    await recordCommand(context, orgId, {
      action: 'create',
      object_type: 'datasource',
      object_id: id,
      command: 'data-sources new',
    })
    context.out(`Created data source ${id}.`)
  },
}

const edit: InstanceCommand = {
  on: 'instance',
  about: 'Change the name, the type or the options of a data source.',
  arguments: ['NAME'],
  options: {
    name: { about: 'its new name', value: 'NAME' },
    type: { about: 'its new type', value: 'TYPE' },
    ...optionsFrom,
  },
  needs: ['name', 'type', 'options-file'],
  more: ['Options that are not in the file do not change; null removes an option.'],
  async run(context, { words, options }) {
    const name = options['name'] === undefined ? null : requireName('--name', options['name'], maxNameLength)
    const orgId = await requireOrganization(context.db)
    const source = await requireSource(context, orgId, wordOf(words, 'NAME'))
    const needs = { db: context.db, secrets: await openSecrets(context) }
    const type = options['type'] ?? source.type
    const kept = type === source.type ? needs.secrets.unseal(source.encrypted_options) : {}
    const merged = Object.entries({ ...kept, ...optionsGiven(options['options-file'], type) })
    await changeDataSource(needs, operatorActor(orgId, null), source.id, {
      name: name ?? source.name,
      type,
      options: Object.fromEntries(merged.filter(([, value]) => value !== null)),
    })
    await recordCommand(context, orgId, {
      action: 'edit',
      object_type: 'datasource',
      object_id: source.id,
      command: 'data-sources edit',
    })
    context.out(`Changed data source ${source.id}.`)
  },
}

const remove: InstanceCommand = {
  on: 'instance',
  about: 'Delete a data source and its results; its queries remain, but cannot run.',
  arguments: ['NAME'],
  async run(context, { words }) {
    const orgId = await requireOrganization(context.db)
    const { id, name } = await requireSource(context, orgId, wordOf(words, 'NAME'))
    await removeDataSource(context.db, operatorActor(orgId, null), id)
    await recordCommand(context, orgId, {
      action: 'delete',
      object_type: 'datasource',
      object_id: id,
      command: 'data-sources delete',
      properties: { name },
    })
    context.out(`Deleted data source ${id}.`)
  },
}

export const dataSourceCommands = { list, 'list-types': listTypes, test, new: create, edit, delete: remove }
