import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefused } from '../start-refused.ts'

/** PostgreSQL refuses to run as root, so root runs it as another user. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Turns a program and its arguments into the command that runs it as the account. */
export type RunAs = (
  program: string,
  args: readonly string[],
) => {
  command: string
  args: string[]
  uid?: number
  gid?: number
}

const accountName = 'postgres'

/**
 * The user for the embedded PostgreSQL: null when this process is not root; else the owner of `existingFolder` (data
 * of an earlier start); else the user `postgres`, which is created when missing. Throws StartRefused.
 */
export function postgresAccount(existingFolder: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const users = readUsers()
  const owner = statSync(existingFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? String(owner.uid)
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const found = users.find((user) => user.name === accountName)
  if (found) return found
  makeAccount()
  const made = readUsers().find((user) => user.name === accountName)
  if (!made) throw new StartRefused(noAccount('it could not be made'))
  return made
}

function readUsers(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function makeAccount(): void {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  try {
    execFileSync('useradd', [...flags, '--shell', '/usr/sbin/nologin', accountName], { stdio: 'pipe' })
  } catch (error) {
    throw new StartRefused(noAccount((error as Error).message.split('\n')[0] ?? ''), { cause: error })
  }
}

const noAccount = (why: string): string =>
  `PostgreSQL does not run as root and there is no user "${accountName}" (${why}). ` +
  'Make one, start Sextant as an ordinary user, or set DATABASE_URL.'

/**
 * How to run PostgreSQL's programs. When the account cannot enter a folder (below /root, for example), the programs get
 * one capability that lets them pass. Throws StartRefused when that is not possible.
 */
export function runAs(account: Account | null, folders: readonly string[]): RunAs {
  if (account === null) return (command, args) => ({ command, args: [...args] })
  const closed = folders.map((folder) => closedAncestor(folder, account)).find((folder) => folder !== null)
  if (closed === undefined) {
    return (command, args) => ({ command, args: [...args], uid: account.uid, gid: account.gid })
  }
  const setpriv = findProgram('setpriv')
  const capability = passingCapability()
  if (setpriv === null || capability === null) {
    throw new StartRefused(
      `The folder ${closed} cannot be entered by the user "${account.name}", as which root runs PostgreSQL. ` +
        'Move Sextant and its data folder elsewhere (/opt, /srv), start it as an ordinary user, or set DATABASE_URL.',
    )
  }
  // PostgreSQL finds its programs with access(2), which respects the capability only with this bit
  const bits = '--securebits=+no_setuid_fixup'
  const grants = [bits, ...['--inh-caps', '--ambient-caps'].map((flag) => `${flag}=-all,+${capability}`)]
  return (program, args) => ({
    command: setpriv,
    args: [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      ...grants,
      '--',
      program,
      ...args,
    ],
  })
}

/** The topmost folder on the way to `path` that the account may not enter; null when it may enter all. */
export function closedAncestor(path: string, account: Account): string | null {
  const chain: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    chain.unshift(folder)
    if (dirname(folder) === folder) break
  }
  for (const folder of chain) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (!found) return null
    const enter = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
    if ((found.mode & enter) === 0) return folder
  }
  return null
}

function findProgram(name: string): string | null {
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      // try the next folder
    }
  }
  return null
}

/** The weakest capability this process can pass on that lets a program enter folders closed to its user. */
function passingCapability(): string | null {
  const dacOverride = 1n
  const dacReadSearch = 2n
  const line = /^CapBnd:\s*([0-9a-f]+)$/m.exec(readIfThere('/proc/self/status'))
  const bounding = BigInt(`0x${line?.[1] ?? '0'}`)
  if (bounding & (1n << dacReadSearch)) return 'dac_read_search'
  return bounding & (1n << dacOverride) ? 'dac_override' : null
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
