import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { deriveSecrets, type Secrets } from '../net/secrets.ts'
import { instanceSecretKey } from '../processes/data-folder.ts'
import { StartRefused } from '../start-refused.ts'
import { adoptWaitingKey, waitingKey } from './key-files.ts'
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
