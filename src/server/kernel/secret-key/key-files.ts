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

/** The key file of the data folder while it is being exchanged. The new one lies ready before anything is sealed with it. */
const waitingFile = (dataDir: string) => `${dataPaths(dataDir).secretKey}.new`

/** Survives a crash of the machine once this returns. */
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

/** null: no exchange is under way. */
export function waitingKey(dataDir: string): string | null {
  const path = waitingFile(dataDir)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** Puts the new key into the place of the old one, which is kept beside it: older backups need it. Answers where. */
export function adoptWaitingKey(dataDir: string, now: Date): string {
  const current = dataPaths(dataDir).secretKey
  const stamp = now.toISOString().replace(/[-:.]/g, '')
  const kept = `${current}.until-${stamp}`
  // the name is never without a file: at each moment one of the two keys is there
  unless('EEXIST', () => existsSync(current) && linkSync(current, kept))
  // processes that start together complete it together
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
