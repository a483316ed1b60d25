import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  dataPaths,
  deriveSecrets,
  instanceSecretKey,
  keyCheck,
  listUnreadable,
  replaceSealedByNothing,
  type Secrets,
} from '#server/kernel/index.ts'
import { formatBytes } from '#shared/format/bytes.ts'
import {
  CommandRefused,
  type FreeCommand,
  type InstanceCommand,
  type InstanceContext,
} from '../commands/command.ts'
import type { BackupHead, BackupSummary } from './backup-format.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { writeBackup, writeBackupFile } from './write-backup.ts'

export const backup: InstanceCommand = {
  on: 'instance',
  about: 'Write everything into one file, while Sextant runs or not.',
  arguments: ['[FILE]'],
  options: {
    'without-results': {
      about: 'leave out stored results: much smaller; queries have no results until they run again',
    },
  },
  more: [
    'FILE: a new file (default: sextant-TIME.backup); - for standard output.',
    'The file is compressed, and only you can read it. It contains passwords of data sources sealed with the secret key,',
    'but not the key itself: keep the key as well, in another place. It also does not contain sessions, running jobs, and',
    'the files in the data folder that SQLite, DuckDB and file data sources read.',
  ],
  async run({ pool, config, clock, say }, { words, switches }) {
    const now = clock()
    const path = words['FILE'] ?? `sextant-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`
    const needs = { pool, version: config.version, now, hasResults: !switches.has('without-results') }
    if (path === '-' && process.stdout.isTTY)
      throw new CommandRefused(
        'A backup is binary and cannot be printed to a terminal: redirect it to a file.',
      )
    const summary =
      path === '-' ? await writeBackup(needs, process.stdout) : await writeBackupFile(needs, path)
    const size = path === '-' ? '' : `, ${formatBytes((await stat(path)).size)} in ${path}`
    say(`Backed up: ${inWords(summary)}${size}.`)
    say(
      config.secretKey === null
        ? `Keep a copy of ${dataPaths(config.dataDir).secretKey} in another place: without it, stored passwords cannot be read.`
        : 'Keep SEXTANT_SECRET_KEY in another place: without it, stored passwords cannot be read.',
    )
  },
}

export const restore: InstanceCommand = {
  on: 'instance',
  alone: true,
  anySchema: true,
  about: 'Fill an empty instance with a backup.',
  arguments: ['FILE'],
  options: {
    'other-key': { about: 'the secret key of the backup is lost: passwords must be entered again' },
  },
  more: [
    'FILE: a file written by "sextant backup"; - for standard input.',
    'Restores everything or nothing. DATABASE_URL names an empty database; without it, one is created in SEXTANT_DATA_DIR.',
    'The secret key must be the one of the backup: set SEXTANT_SECRET_KEY, or put the file secret-key into the data folder.',
  ],
  async run(context, { words, switches }) {
    const { config, pool, say } = context
    const isOtherKey = switches.has('other-key')
    const secrets = secretsForRestore(context, isOtherKey)
    const { head, summary } = await restoreBackup(
      {
        pool,
        isInUse: context.isInUse,
        knownMigrations: await context.schema.known(),
        migrate: context.schema.migrate,
        checkHead: (head) => isOtherKey || requireKey(secrets, config, head),
        finish: async (client, head) => {
          if (isOtherKey) await replaceSealedByNothing(client, secrets.seal({}), secrets.seal(keyCheck))
          else if (head.secret_key_check === null && (await listUnreadable(client, secrets)).length > 0) {
            throw new CommandRefused(wrongKey(config))
          }
        },
      },
      open(required(words['FILE'])),
    )
    await context.schema.bringUpToDate()
    say(`Restored: ${inWords(summary)}, backed up ${head.created_at} by Sextant ${head.version}.`)
    if (!head.has_results)
      say('The backup contains no results: queries have results again after their next run.')
    if (isOtherKey) {
      say('The options of all data sources and destinations are empty now: enter them again.')
      say(
        'Codes of second factors are refused now. Use recovery codes, or: sextant users reset-second-factor',
      )
      say('API keys still work, but cannot be shown until they are renewed. Dashboards must be shared again.')
    } else if (config.databaseUrl === null) say('Start it: sextant start')
  },
}

export const checkBackupFile: FreeCommand = {
  on: 'nothing',
  about: 'Read a backup to its end and check that it is complete; nothing is restored.',
  arguments: ['FILE'],
  async run({ out }, { words }) {
    const { head, summary } = await checkBackup(open(required(words['FILE'])))
    out(`Whole: ${inWords(summary)}, backed up ${head.created_at} by Sextant ${head.version}.`)
    return 0
  },
}

function required(word: string | undefined): string {
  if (word === undefined) throw new Error('The arguments were not checked.')
  return word
}

function open(path: string): Readable {
  if (path === '-') return process.stdin
  if (!existsSync(path)) throw new CommandRefused(`There is no file ${path}.`)
  return createReadStream(path)
}

function inWords({ tables, rows }: BackupSummary): string {
  return `${rows.toLocaleString('en')} rows of ${tables} tables`
}

/** If the key is lost, a new data folder gets a new key. */
function secretsForRestore({ config }: InstanceContext, isOtherKey: boolean): Secrets {
  const { secretKey } = dataPaths(config.dataDir)
  if (!isOtherKey && config.secretKey === null && !existsSync(secretKey))
    throw new CommandRefused(`Nothing was restored: there is no secret key. ${whereTheKeyGoes(config)}`)
  return deriveSecrets(instanceSecretKey(config, { generate: isOtherKey && config.databaseUrl === null }))
}

function requireKey(secrets: Secrets, config: KeyPlace, { secret_key_check }: BackupHead): void {
  if (secret_key_check === null) return
  try {
    secrets.unseal(Buffer.from(secret_key_check, 'base64'))
  } catch (cause) {
    throw new CommandRefused(wrongKey(config), { cause })
  }
}

type KeyPlace = Pick<InstanceContext['config'], 'dataDir' | 'secretKey'>

function wrongKey(config: KeyPlace): string {
  return `Nothing was restored: the secret key is not the one of the backup. ${whereTheKeyGoes(config)}`
}

function whereTheKeyGoes({ dataDir, secretKey }: KeyPlace): string {
  const byVariable = 'Set SEXTANT_SECRET_KEY to the key of the backup'
  const place = dataPaths(dataDir).secretKey
  const byFile =
    secretKey === null ? `, or copy the old file secret-key to ${place} (chmod 600 ${place})` : ''
  return `${byVariable}${byFile}. If it is lost, use --other-key.`
}
