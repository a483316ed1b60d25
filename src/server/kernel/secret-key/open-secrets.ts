import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { deriveSecrets, type Secrets } from '../net/secrets.ts'
import { instanceSecretKey } from '../processes/data-folder.ts'
import { StartRefused } from '../start-refused.ts'
import { adoptWaitingKey, waitingKey } from './key-files.ts'
import { awaitKeyExchange, findKeyCheck, listUnreadable, noteKeyCheck, opens } from './secret-key-store.ts'

/** What is sealed to tell one key from another; the text itself does not matter. */
export const keyCheck = { purpose: 'secret key check' } as const

interface Needs {
  pool: pg.Pool
  config: Pick<Config, 'secretKey' | 'dataDir'>
  clock: () => Date
}

/**
 * The secrets of the key of this instance, which has to be the one that its database was sealed with: another one would
 * open no data source, and seal new ones so that the others cannot be opened beside them. An exchange of the key that was
 * interrupted after the database had the new one is completed. Throws StartRefused.
 */
export async function openSecrets({ pool, config, clock }: Needs): Promise<Secrets> {
  // a process that starts while the key is exchanged would go on with the old one
  await awaitKeyExchange(pool)
  const check = await findKeyCheck(pool)
  // looked for before the present key: another process may complete the exchange at this moment
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

/** Databases of earlier versions have no check: a key counts as theirs when it opens everything. */
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
