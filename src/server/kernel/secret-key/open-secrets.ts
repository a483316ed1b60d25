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
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { deriveSecrets, type Secrets } from '../net/secrets.ts'
import { dataPaths, instanceSecretKey } from '../processes/data-folder.ts'
import { StartRefused } from '../start-refused.ts'
import { awaitKeyExchange, findKeyCheck, listUnreadable, noteKeyCheck, opens } from './secret-key-store.ts'

/** A fixed value, sealed to recognize the key. Its content does not matter. */
export const keyCheck = { purpose: 'secret key check' } as const

interface Needs {
  pool: pg.Pool
  config: Pick<Config, 'secretKey' | 'dataDir'>
  clock: () => Date
}

/**
 * The secrets of the instance's key, after checking that its database was sealed with this key: a wrong key could open
 * no data source, and would seal new ones so that both keys would be needed. Completes a key rotation that was
 * interrupted after the database had the new key. Throws StartRefused.
 */
export async function openSecrets({ pool, config, clock }: Needs): Promise<Secrets> {
  // a process that starts during a key rotation must not continue with the old key
  await awaitKeyExchange(pool)
  const check = await findKeyCheck(pool)
  // read before the current key: another process may be completing the rotation
  const waiting = config.secretKey === null ? waitingKey(config.dataDir) : null
  if (waiting !== null && check !== null && opens(deriveSecrets(waiting), check)) {
    adoptWaitingKey(config.dataDir, clock())
    return deriveSecrets(waiting)
  }
  const secrets = deriveSecrets(instanceSecretKey(config, { generate: false }))
  if (check === null) await noteKey(pool, secrets)
  else if (!opens(secrets, check)) {
    throw new StartRefused(
      'The secret key is not the one that this database was sealed with. Set SEXTANT_SECRET_KEY to that one, or put its file back into the data folder.',
    )
  }
  return secrets
}

/** Databases of earlier versions have no check: the key is accepted if it opens everything. */
async function noteKey(pool: pg.Pool, secrets: Secrets): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const unreadable = await listUnreadable(client, secrets)
    if (unreadable.length === 0) await noteKeyCheck(client, secrets.seal(keyCheck))
  } finally {
    await client.query('commit')
    client.release()
  }
}

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
function waitingKey(dataDir: string): string | null {
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
