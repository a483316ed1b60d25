import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretKey } from '../config/setting-kinds.ts'
import { StartRefused } from '../start-refused.ts'
import { whyNotFile } from '../why-not-file.ts'
import { takeLock } from './lock-file.ts'

/** Paths inside the data folder. */
export const dataPaths = (dataDir: string) => ({
  lock: join(dataDir, 'sextant.lock'),
  secretKey: join(dataDir, 'secret-key'),
  postgres: join(dataDir, 'postgres'),
  postgresPassword: join(dataDir, 'postgres-password'),
  postgresLog: join(dataDir, 'postgres.log'),
})

/** Creates the data folder if missing and checks that it is writable. Throws StartRefused. */
export function openDataFolder(dataDir: string): void {
  const probe = join(dataDir, `.write-test-${process.pid}`)
  try {
    // as root, PostgreSQL runs as another user, who must be able to enter this folder
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code } = error as { code?: string }
    const isFile = code === 'EEXIST' || code === 'ENOTDIR'
    const why = isFile ? 'it, or a folder above it, is a file' : whyNotFile(error)
    throw new StartRefused(
      `The data folder ${dataDir} cannot be written to (${why}). Set SEXTANT_DATA_DIR to a folder of your own.`,
    )
  }
}

/** Locks the data folder for this process until the returned function is called. Throws StartRefused. */
export function lockDataFolder(dataDir: string): () => void {
  const attempt = takeLock(dataPaths(dataDir).lock)
  if (attempt.held) return attempt.release
  throw new StartRefused(
    `The data folder ${dataDir} is in use by another Sextant (process ${attempt.owner.pid}). ` +
      'Stop that one, or set SEXTANT_DATA_DIR to another folder.',
  )
}

/** The secret in a file only its owner can read; generated from `bytes` random bytes when missing. Throws StartRefused. */
export function secretInFile(path: string, bytes = 32): string {
  if (!existsSync(path)) {
    writeFileSync(path, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(path, 0o600)
  }
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartRefused(`${path} cannot be read: ${whyNotFile(error)}.`, { cause: error })
  }
}

/**
 * The secret key of the instance: the configured one, else the one in the data folder. Throws StartRefused when there
 * is none and `generate` is false, or when the file is unusable or readable by others.
 */
export function instanceSecretKey(
  config: { secretKey: string | null; dataDir: string },
  { generate }: { generate: boolean },
): string {
  if (config.secretKey !== null) return config.secretKey
  const path = dataPaths(config.dataDir).secretKey
  if (!generate && !existsSync(path)) {
    throw new StartRefused(
      'SEXTANT_SECRET_KEY is not set; every web and worker process of one instance needs the same key.',
    )
  }
  const key = secretInFile(path)
  if (secretKey.parse(key) === undefined) {
    throw new StartRefused(`The secret key in ${path} cannot be used; expected ${secretKey.expects}.`)
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new StartRefused(`The secret key in ${path} can be read by others; run: chmod 600 ${path}`)
  }
  return key
}
