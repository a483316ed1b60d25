import { randomUUID } from 'node:crypto'
import type { Client, Entry } from 'ldapts'
import type { LdapSettings } from '../sign-in/ldap-settings.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'

const connectMilliseconds = 5000
const answerMilliseconds = 10_000

/** What the directory knows of somebody whose password was right. */
export interface DirectoryEntry {
  /** the same however often he is renamed */
  subject: string
  email: string
  name: string
}

/** Why nobody is let in: for the log, never for the person. */
export interface WrongCredentials {
  wrong: string
}

/**
 * Looks somebody up, and tries his password by logging in to the directory as him. Throws SignInFailed when the
 * directory cannot be asked.
 */
export async function lookUpInDirectory(
  settings: LdapSettings,
  username: string,
  password: string,
): Promise<DirectoryEntry | WrongCredentials> {
  // a login without a password is one as nobody, which directories grant to everybody (RFC 4513, 5.1.2)
  if (password === '' || username === '') return { wrong: 'The user name or the password was empty.' }
  const { escapeFilter } = await import('ldapts')
  const filter = settings.template.replaceAll('%(username)s', () => escapeFilter`${username}`)
  const found = await inDirectory(settings, (client) => search(client, settings, filter))
  const [entry] = found
  if (entry === undefined || found.length > 1) {
    await tryNobody(settings, password)
    const whom = found.length > 1 ? 'several people' : 'nobody'
    return { wrong: `The directory knows ${whom} of this name.` }
  }
  if (!(await isPasswordOf(settings, entry.dn, password))) return { wrong: `Wrong password of ${entry.dn}.` }
  const email = textOf(entry, settings.emailAttribute)
  if (email === '') throw new SignInFailed(`${entry.dn} has no attribute ${settings.emailAttribute}.`)
  return {
    subject: textOf(entry, 'entryUUID') || hexOf(entry, 'objectGUID') || email.toLowerCase(),
    email,
    name: textOf(entry, settings.nameAttribute),
  }
}

/** Logs in as the service account, and looks at the branch below which people are searched. Throws SignInFailed. */
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
      attributes: [emailAttribute, nameAttribute, 'entryUUID', 'objectGUID'],
      explicitBufferAttributes: ['objectGUID'],
    })
    return searchEntries
  } catch (error) {
    // there are more than two
    if (error instanceof SizeLimitExceededError) return [{ dn: '' }, { dn: '' }]
    throw error
  }
}

/** On a connection of its own: nothing is ever asked with the rights of the person. */
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
 * The work of trying a password, in the name of nobody: otherwise the time of the answer would tell who is there. What the
 * directory says is of no interest.
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
    // the answer is there: how the connection ends does not matter
    await client.unbind().catch(() => undefined)
  }
}

function describe(error: unknown): string {
  const { name, message, code } = error as { name: string; message?: string; code?: unknown }
  return [name, typeof code === 'string' ? code : '', message ?? ''].filter((part) => part !== '').join(' ')
}

function textOf(entry: Entry, attribute: string): string {
  const value = firstValue(entry, attribute)
  return typeof value === 'string' ? value.trim() : ''
}

function hexOf(entry: Entry, attribute: string): string {
  const value = firstValue(entry, attribute)
  return Buffer.isBuffer(value) ? value.toString('hex') : ''
}

/** The first value; names of attributes have no case. */
function firstValue(entry: Entry, attribute: string): string | Buffer | undefined {
  const name = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase())
  const value = name === undefined ? undefined : entry[name]
  return Array.isArray(value) ? value[0] : value
}
