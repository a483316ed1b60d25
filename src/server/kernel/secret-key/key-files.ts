import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dataPaths } from '../processes/data-folder.ts'

/** The file of the new secret key during a key rotation. It is written before anything is sealed with the key. */
const waitingFile = (dataDir: string) => `${dataPaths(dataDir).secretKey}.new`

/** Writes the file of the new key. It survives a crash of the machine once this returns. */
export function layReady(dataDir: string, key: string): void {
  const path = waitingFile(dataDir)
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${key}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The new key of a rotation; null: no rotation is in progress. */
export function waitingKey(dataDir: string): string | null {
  const path = waitingFile(dataDir)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** Replaces the old key file by the new one. Keeps the old key, which older backups need, and returns its path. */
export function adoptWaitingKey(dataDir: string, now: Date): string {
  const current = dataPaths(dataDir).secretKey
  const stamp = now.toISOString().replace(/[-:.]/g, '')
  const kept = `${current}.until-${stamp}`
  // at every moment one of the two keys exists under this name
  unless('EEXIST', () => existsSync(current) && linkSync(current, kept))
  // another starting process may have done this already
  unless('ENOENT', () => renameSync(waitingFile(dataDir), current))
  return kept
}

function unless(expected: string, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if ((error as { code?: string }).code !== expected) throw error
  }
}

export function dropWaitingKey(dataDir: string): void {
  rmSync(waitingFile(dataDir), { force: true })
}
