import { randomUUID } from 'node:crypto'
import type { Client, Entry } from 'ldapts'
import { SignInFailed } from '../sign-in/person.ts'
import type { LdapSettings } from '../sign-in/sign-in-methods.ts'

const connectMilliseconds = 5000
const answerMilliseconds = 10_000

/** What the directory knows of a person whose password was right. */
export interface DirectoryEntry {
  /** stays the same when the person is renamed */
  subject: string
  email: string
  name: string
}

/** Why the login fails: for the log, never for the page. */
export interface WrongCredentials {
  wrong: string
}

/** When the password was last changed, in the words of the directory; '' where it does not tell. */
export type PasswordAge = string

/** OpenLDAP and 389 Directory Server, Active Directory, FreeIPA, and directories of Unix accounts */
const passwordChanged = ['pwdChangedTime', 'pwdLastSet', 'krbLastPwdChange', 'shadowLastChange']

/**
 * Finds a person, and checks the password by binding to the directory as that person. `beforeGuess` is told the age of
 * the password before it is tried, and may refuse. Throws what that throws, and SignInFailed when the directory cannot
 * be reached.
 */
export async function lookUpInDirectory(
  settings: LdapSettings,
  username: string,
  password: string,
  beforeGuess: (age: PasswordAge) => Promise<void>,
): Promise<DirectoryEntry | WrongCredentials> {
  // a bind without a password is anonymous, and directories accept it (RFC 4513, 5.1.2)
  if (password === '' || username === '') {
    await beforeGuess('')
    return { wrong: 'The user name or the password was empty.' }
  }
  const { escapeFilter } = await import('ldapts')
  const filter = settings.template.replaceAll('%(username)s', () => escapeFilter`${username}`)
  const found = await inDirectory(settings, (client) => search(client, settings, filter))
  const [entry] = found
  const isOne = entry !== undefined && found.length === 1
  await beforeGuess(isOne ? passwordAge(entry) : '')
  if (!isOne) {
    await tryNobody(settings, password)
    const whom = found.length > 1 ? 'several people' : 'nobody'
    return { wrong: `The directory knows ${whom} of this name.` }
  }
  if (!(await isPasswordOf(settings, entry.dn, password))) return { wrong: `Wrong password of ${entry.dn}.` }
  const email = untrimmed(entry, settings.emailAttribute)
  if (email === '') throw new SignInFailed(`${entry.dn} has no attribute ${settings.emailAttribute}.`)
  return {
    subject: textOf(entry, 'entryUUID') || hexOf(entry, 'objectGUID') || email.toLowerCase(),
    email,
    name: textOf(entry, settings.nameAttribute),
  }
}

/** Binds as the service account and reads the branch that holds the people. Throws SignInFailed. */
export async function tryDirectory(settings: LdapSettings): Promise<void> {
  await inDirectory(settings, (client) =>
    client.search(settings.searchDn, { scope: 'base', attributes: ['1.1'] }),
  )
}

async function search(client: Client, settings: LdapSettings, filter: string): Promise<Entry[]> {
  const { SizeLimitExceededError } = await import('ldapts')
  const { searchDn, emailAttribute, nameAttribute } = settings
  try {
    const { searchEntries } = await client.search(searchDn, {
      scope: 'sub',
      filter,
      sizeLimit: 2,
      timeLimit: answerMilliseconds / 1000,
      attributes: [emailAttribute, nameAttribute, 'entryUUID', 'objectGUID', ...passwordChanged],
      explicitBufferAttributes: ['objectGUID'],
    })
    return searchEntries
  } catch (error) {
    // there are more than two entries
    if (error instanceof SizeLimitExceededError) return [{ dn: '' }, { dn: '' }]
    throw error
  }
}

/** Uses a separate connection, so nothing ever runs with the rights of the person. */
async function isPasswordOf(settings: LdapSettings, dn: string, password: string): Promise<boolean> {
  const { InvalidCredentialsError } = await import('ldapts')
  try {
    await inDirectory({ ...settings, bindDn: dn, bindPassword: password }, async () => undefined)
    return true
  } catch (error) {
    if (error instanceof SignInFailed && error.cause instanceof InvalidCredentialsError) return false
    throw error
  }
}

/**
 * Does the work of checking a password for an unknown name: otherwise the response time would tell whether the
 * name exists. The result is ignored.
 */
async function tryNobody(settings: LdapSettings, password: string): Promise<void> {
  const bindDn = `cn=${randomUUID()},${settings.searchDn}`
  await inDirectory({ ...settings, bindDn, bindPassword: password }, async () => undefined).catch(
    () => undefined,
  )
}

async function inDirectory<T>(settings: LdapSettings, work: (client: Client) => Promise<T>): Promise<T> {
  const { Client } = await import('ldapts')
  const { url, bindDn, bindPassword, startsTls } = settings
  const client = new Client({ url, timeout: answerMilliseconds, connectTimeout: connectMilliseconds })
  try {
    if (startsTls) await client.startTLS({ servername: new URL(url).hostname })
    if (bindDn !== null) await client.bind(bindDn, bindPassword)
    return await work(client)
  } catch (error) {
    throw new SignInFailed(`${url}: ${describe(error)}`, error)
  } finally {
    // the answer has arrived: how the connection ends does not matter
    await client.unbind().catch(() => undefined)
  }
}

function describe(error: unknown): string {
  const { name, message, code } = error as { name: string; message?: string; code?: unknown }
  return [name, typeof code === 'string' ? code : '', message ?? ''].filter((part) => part !== '').join(' ')
}

function textOf(entry: Entry, attribute: string): string {
  return untrimmed(entry, attribute).trim()
}

/** An address is read by one rule, which refuses what `trim` would take away. */
function untrimmed(entry: Entry, attribute: string): string {
  const value = firstValue(entry, attribute)
  return typeof value === 'string' ? value : ''
}

function passwordAge(entry: Entry): PasswordAge {
  return passwordChanged.map((attribute) => textOf(entry, attribute)).find((text) => text !== '') ?? ''
}

function hexOf(entry: Entry, attribute: string): string {
  const value = firstValue(entry, attribute)
  return Buffer.isBuffer(value) ? value.toString('hex') : ''
}

/** The first value; attribute names ignore case. */
function firstValue(entry: Entry, attribute: string): string | Buffer | undefined {
  const name = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase())
  const value = name === undefined ? undefined : entry[name]
  return Array.isArray(value) ? value[0] : value
}
