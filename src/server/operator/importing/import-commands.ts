import { writeFileSync } from 'node:fs'
import { recordCommand } from '#server/audit/index.ts'
import {
  compareRedash,
  comparisonPage,
  ImportRefused,
  type ImportReport,
  importRedash,
  type Redash,
  readMetabase,
  withRedash,
  withRedashApi,
} from '#server/importing/index.ts'
import { openSecrets, whyNotFile } from '#server/kernel/index.ts'
import {
  BadUsage,
  CommandRefused,
  type GivenArguments,
  type InstanceCommand,
  type InstanceContext,
} from '../commands/command.ts'
import { findOrganizationId } from '../operator-store.ts'
import { comparisonLines } from './comparison-lines.ts'
import { importLines } from './import-lines.ts'

const exportOptions = {
  'dry-run': { about: 'say what would come, and what cannot and why; nothing stays' },
  overwrite: { about: 'replace also what was changed here' },
  json: { about: 'the report as JSON' },
}

const redash: InstanceCommand = {
  on: 'instance',
  about: 'Bring everything from a Redash (version 8 or newer) into this instance.',
  options: {
    database: { about: 'the database of Redash; it is only read', value: 'postgres://…' },
    url: { about: 'instead: the address of Redash, to read it through its API', value: 'https://…' },
    key: { about: 'the API key of an admin there; without this option it is asked for', value: 'KEY' },
    'secret-key': {
      about: 'the REDASH_SECRET_KEY of Redash; without this option it is asked for',
      value: 'KEY',
    },
    'secret-key-stdin': { about: 'read that key, or with --url the API key, from standard input' },
    'dry-run': exportOptions['dry-run'],
    'old-host': {
      about: 'the host name of Redash, if ids change: its links lead to the same things here',
      value: 'redash.example.com',
    },
    paused: {
      about:
        'without schedules and with muted alerts, to try it beside Redash; run it again without --paused',
    },
    compare: {
      about:
        'import nothing: run each imported query here and compare with the result that Redash has stored',
    },
    report: { about: 'with --compare: write a page for a browser', value: 'FILE.html' },
    overwrite: exportOptions.overwrite,
    json: exportOptions.json,
  },
  needs: ['database', 'url'],
  more: [
    'Run it again at any time: it brings what is new or has changed in Redash, and leaves what was changed here.',
    'An instance that is not set up becomes that of the Redash: its admins log in with their own passwords.',
  ],
  async run(context, given) {
    const { options, switches } = given
    if (switches.has('compare')) return await compare(context, given)
    if (options['report'] !== undefined) throw new BadUsage('--report: only --compare writes a page.')
    const dryRun = switches.has('dry-run')
    const oldHost = options['old-host']
    if (oldHost !== undefined && !/^[a-z0-9.-]+$/i.test(oldHost))
      throw new BadUsage('--old-host: a host name such as redash.example.com, without https:// and path.')
    const needs = { ...context, secrets: await openSecrets(context) }
    const report = await refusing(async () =>
      fromRedash(context, given, (from) =>
        importRedash({ ...needs, say: (phase) => context.say(`${phase} …`) }, from, {
          ...{ dryRun, oldHost },
          overwrite: switches.has('overwrite'),
          paused: switches.has('paused'),
        }),
      ),
    )
    await tellImport(context, given, 'import redash', report)
  },
}

const metabase: InstanceCommand = {
  on: 'instance',
  about:
    'Bring SQL questions and dashboards from an export of a Metabase (serialization, version 47 or newer).',
  arguments: ['DIR'],
  options: exportOptions,
  more: ['DIR is the folder of the unpacked export. What has no counterpart here is listed.'],
  run: (context, given) =>
    bringExport(context, given, 'import metabase', () => readMetabase(wordOf(given, 'DIR'))),
}

const wordOf = ({ words }: GivenArguments, name: string): string => words[name] ?? ''

async function bringExport(
  context: InstanceContext,
  given: GivenArguments,
  command: string,
  read: () => Redash,
): Promise<void> {
  const needs = { ...context, secrets: await openSecrets(context) }
  const { switches } = given
  const report = await refusing(async () =>
    importRedash({ ...needs, say: (phase) => context.say(`${phase} …`) }, read(), {
      ...{ dryRun: switches.has('dry-run'), overwrite: switches.has('overwrite'), paused: false },
    }),
  )
  await tellImport(context, given, command, report)
}

/** Prints what came, and records it. */
async function tellImport(
  context: InstanceContext,
  { switches }: GivenArguments,
  command: string,
  report: ImportReport,
): Promise<void> {
  const dryRun = switches.has('dry-run')
  const orgId = await findOrganizationId(context.db)
  if (!dryRun && orgId !== null) {
    const event = {
      action: 'import',
      object_type: 'organization',
      object_id: orgId,
      command,
    }
    await recordCommand(context, orgId, { ...event, properties: { counts: report.counts } })
  }
  if (switches.has('json')) context.out(JSON.stringify(report, null, 2))
  else for (const line of importLines(report, { dryRun })) context.out(line)
}

async function compare(context: InstanceContext, given: GivenArguments): Promise<void> {
  const { options, switches } = given
  const wrong = ['dry-run', 'paused', 'overwrite', 'old-host'].find(
    (name) => switches.has(name) || options[name] !== undefined,
  )
  if (wrong !== undefined) throw new BadUsage(`--${wrong}: --compare imports nothing.`)
  const needs = { ...context, secrets: await openSecrets(context) }
  const queries = await refusing(async () => fromRedash(context, given, (from) => compareRedash(needs, from)))
  const page = options['report']
  if (page !== undefined) writePage(page, comparisonPage(queries, context.clock(), context.config.publicUrl))
  if (switches.has('json')) context.out(JSON.stringify(queries, null, 2))
  else for (const line of comparisonLines(queries)) context.out(line)
}

/** Results of queries may be confidential. */
function writePage(path: string, page: string): void {
  try {
    writeFileSync(path, page, { mode: 0o600 })
  } catch (error) {
    throw new CommandRefused(`--report: ${path} cannot be written: ${whyNotFile(error)}.`)
  }
}

/** Reads the database or the API, as the options say. */
async function fromRedash<T>(
  context: InstanceContext,
  { options, switches }: GivenArguments,
  work: (redash: Redash) => Promise<T>,
): Promise<T> {
  const { database, url } = options
  if (database !== undefined && url !== undefined)
    throw new BadUsage('--url: --database names the same Redash already. Give one of them.')
  const wrong = url === undefined ? 'key' : 'secret-key'
  if (options[wrong] !== undefined)
    throw new BadUsage(`--${wrong}: it belongs to --${wrong === 'key' ? 'url' : 'database'}.`)
  const secret = (question: string, given: string | undefined) =>
    given ?? context.readSecret(question, switches.has('secret-key-stdin'), '--secret-key-stdin')
  if (url === undefined) {
    const secretKey = await secret('REDASH_SECRET_KEY', options['secret-key'])
    return await withRedash({ url: database ?? '', secretKey }, work)
  }
  return await withRedashApi({ url, key: await secret('API key of an admin', options['key']) }, context, work)
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportRefused) throw new CommandRefused(error.message, { cause: error })
    throw error
  }
}

export const importCommands = { redash, metabase }
