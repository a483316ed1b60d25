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
import { type Finding, failure, ok, warning } from './finding.ts'

const builtWeb = fileURLToPath(new URL('../../../../dist/web/index.html', import.meta.url))
const makeRoom =
  'Free some space, or see SEXTANT_RESULTS_QUOTA, SEXTANT_RESULT_CLEANUP_DAYS and SEXTANT_DISK_RESERVE.'

/** Checks that need no database: data folder, disk space, secret key, address, built web. */
export async function checkMachine(config: Config): Promise<Finding[]> {
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
