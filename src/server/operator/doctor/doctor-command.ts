import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Config,
  diskFolder,
  instanceSecretKey,
  lookAtDisk,
  missingAddress,
  StartRefused,
} from '#server/kernel/index.ts'
import { formatBytes } from '#shared/format/bytes.ts'
import { type CommandContext, CommandRefused, type FreeCommand } from '../commands/command.ts'
import { checkInstance } from './check-instance.ts'
import { checkDirectories, checkMail, checkOpenid } from './check-services.ts'
import { checkUpgrade } from './check-upgrade.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const builtWeb = fileURLToPath(new URL('../../../../dist/web/index.html', import.meta.url))
const makeRoom =
  'Free some space, or see SEXTANT_RESULTS_QUOTA, SEXTANT_RESULT_CLEANUP_DAYS and SEXTANT_DISK_RESERVE.'

/** Checks that need no database: data folder, disk space, secret key, address, built web. */
async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    ...checkDataFolder(config),
    ...(await checkDisk(config)),
    checkKey(config),
    checkAddress(config),
    checkWeb(),
  ]
}

function checkDataFolder({ dataDir }: Config): Finding[] {
  if (!existsSync(dataDir)) {
    return [
      warning(
        'data folder',
        `${dataDir} does not exist.`,
        'It is created at the start; see SEXTANT_DATA_DIR.',
      ),
    ]
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      failure('data folder', `${dataDir} is not writable.`, 'Make the user that runs Sextant its owner.'),
    ]
  }
  return [
    statSync(dataDir).isDirectory()
      ? ok('data folder', dataDir)
      : failure('data folder', `${dataDir} is a file.`, 'Set SEXTANT_DATA_DIR to a folder.'),
  ]
}

async function checkDisk(config: Config): Promise<Finding[]> {
  const { state, free } = await lookAtDisk(config)
  if (free === null) {
    const found = 'The disk of the database is not visible from here.'
    return [ok('disk', `${found} If it is on this machine, set SEXTANT_DISK_FOLDER to its folder.`)]
  }
  const kept = formatBytes(config.diskReserve)
  const found = `${formatBytes(free)} are free in ${diskFolder(config)}.`
  if (state === 'full')
    return [failure('disk', `${found} No result is stored: ${kept} are kept free.`, makeRoom)]
  if (state === 'low') return [warning('disk', `${found} Below ${kept} no result is stored.`, makeRoom)]
  return [ok('disk', found)]
}

function checkKey(config: Config): Finding {
  try {
    instanceSecretKey(config, { generate: false })
    return ok('secret key', config.secretKey === null ? 'in the data folder' : 'in SEXTANT_SECRET_KEY')
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return failure(
      'secret key',
      error.message,
      'A new instance creates one at its first start: sextant start',
    )
  }
}

function checkAddress(config: Config): Finding {
  const { publicUrl, host } = config
  if (publicUrl !== null) return ok('address', publicUrl)
  const missing = missingAddress(config)
  if (missing !== null) return warning('address', missing, 'Set it to the address that users open.')
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host)
  const found = 'SEXTANT_URL is not set.'
  return isLocal
    ? ok('address', `${found} Sextant listens only on this machine.`)
    : warning('address', found, 'Set it to the address that users open, so that links in mails lead there.')
}

function checkWeb(): Finding {
  return existsSync(builtWeb)
    ? ok('web', 'built')
    : warning('web', 'The web is not built.', 'It is built at the next start: sextant start, or sextant web')
}

const marks = { ok: 'ok      ', warning: 'warning ', failure: 'FAILURE ' } as const

export const doctor: FreeCommand = {
  on: 'nothing',
  about:
    'Check settings, database, key, mail, logins, clock and workers, and say what is wrong and what to do.',
  options: {
    json: { about: 'as JSON' },
    upgrade: { about: 'instead: which migrations an upgrade will run, what they do, how long about' },
  },
  more: [
    'The exit code is 1 if a failure keeps Sextant from working; with warnings only, it is 0. Nothing is changed.',
  ],
  async run(context, { switches }) {
    const findings = switches.has('upgrade') ? await foresee(context) : await examine(context)
    if (switches.has('json')) context.out(JSON.stringify(findings, null, 2))
    else for (const finding of findings) tell(context, finding)
    return findings.some(({ state }) => state === 'failure') ? 1 : 0
  },
}

async function examine(context: CommandContext): Promise<Finding[]> {
  const { config } = context
  return [
    ok('settings', 'All of them can be used.'),
    ...(await checkMachine(config)),
    await checkMail(config),
    ...(await checkOpenid(config)),
    ...(await checkDirectories(config)),
    ...(await context.onInstance(checkInstance).catch(databaseFailure)),
  ]
}

async function foresee(context: CommandContext): Promise<Finding[]> {
  return await context.onInstance(checkUpgrade, { mayBeOlder: true }).catch(databaseFailure)
}

/** Without a database, all further checks are skipped. */
function databaseFailure(error: unknown): Finding[] {
  if (!(error instanceof StartRefused || error instanceof CommandRefused)) throw error
  return [failure('database', error.message, 'See DATABASE_URL, and whether PostgreSQL runs.')]
}

function tell({ out }: CommandContext, { check, state, found, advice }: Finding): void {
  out(`${marks[state]}${check}: ${found}`)
  if (advice !== null) out(`        ${advice}`)
}
