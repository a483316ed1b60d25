import { randomBytes } from 'node:crypto'
import {
  adoptWaitingKey,
  deriveSecrets,
  dropWaitingKey,
  keyCheck,
  layReady,
  lockKey,
  noteKeyCheck,
  openSecrets,
  replaceSealed,
  type SealedRow,
  type Secrets,
  secretKey,
} from '#server/kernel/index.ts'
import { CommandRefused, type InstanceCommand, type InstanceContext } from './commands/command.ts'

export const rotateSecret: InstanceCommand = {
  on: 'instance',
  alone: true,
  about: 'Replace the secret key, and seal all stored passwords with the new one.',
  options: {
    'new-key-stdin': { about: 'read the new key from the first line of standard input' },
    'skip-unreadable': { about: 'leave values unchanged that the current key cannot open' },
  },
  more: [
    'Sextant must be stopped. The key in the data folder is replaced by a new random one; the old one is kept beside it,',
    'because earlier backups need it. If SEXTANT_SECRET_KEY contains the key, the command asks for the new one: set the',
    'variable to it afterwards. If the command is interrupted, everything is sealed either with the old key or with the new.',
  ],
  async run(context, { switches }) {
    const { config, say } = context
    const before = await openSecrets(context)
    const isFile = config.secretKey === null
    const key = await newKey(context, switches.has('new-key-stdin'))
    if (isFile) layReady(config.dataDir, key)
    try {
      const count = await resealAll(context, before, deriveSecrets(key), switches.has('skip-unreadable'))
      say(`Sealed again: ${count} ${count === 1 ? 'entry' : 'entries'}.`)
    } catch (error) {
      // otherwise the connection was lost, perhaps after the commit: the next start finds out which key fits
      if (isFile && error instanceof CommandRefused) dropWaitingKey(config.dataDir)
      throw error
    }
    if (isFile) {
      const kept = adoptWaitingKey(config.dataDir, context.clock())
      say(`The old key is kept in ${kept}: earlier backups need it. Keep it with them, or delete it.`)
    } else {
      say('Set SEXTANT_SECRET_KEY to the new key for every process before you start Sextant again.')
      say('Keep the old key with earlier backups: they need it.')
    }
  },
}

async function newKey({ config, readSecret }: InstanceContext, fromStdin: boolean): Promise<string> {
  if (config.secretKey === null && !fromStdin) return randomBytes(32).toString('base64url')
  const key = await readSecret('New secret key', fromStdin, '--new-key-stdin')
  if (secretKey.parse(key) === undefined) {
    throw new CommandRefused(`The new secret key cannot be used; expected ${secretKey.expects}.`)
  }
  if (key === config.secretKey) throw new CommandRefused('The new secret key is the same as the current one.')
  return key
}

/** Seals everything with the new key in one transaction. Returns the number of values. */
async function resealAll(
  { pool, isInUse }: InstanceContext,
  before: Secrets,
  after: Secrets,
  skipsUnreadable: boolean,
): Promise<number> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin')
    // before the check: a process that starts later waits, and then reads the new key
    await lockKey(client)
    if (await isInUse(client)) {
      throw new CommandRefused('Nothing was changed: Sextant is running on this database. Stop it first.')
    }
    const unreadable: SealedRow[] = []
    const count = await replaceSealed(client, (sealed, row) => {
      const opened = open(before, sealed)
      if (opened !== null) return after.seal(opened)
      unreadable.push(row)
      return null
    })
    if (unreadable.length > 0 && !skipsUnreadable) {
      const named = unreadable.map(({ table, label }) => `${table} "${label}"`).join(', ')
      throw new CommandRefused(
        `Nothing was changed: the current key does not open ${named}. Enter their options again, delete them, or use --skip-unreadable.`,
      )
    }
    await noteKeyCheck(client, after.seal(keyCheck))
    await client.query('commit')
    isWhole = true
    return count
  } finally {
    client.release(!isWhole)
  }
}

function open(secrets: Secrets, sealed: Buffer): Record<string, unknown> | null {
  try {
    return secrets.unseal(sealed)
  } catch {
    return null
  }
}
