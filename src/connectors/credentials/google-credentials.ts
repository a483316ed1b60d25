import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { forgetCredentials, type Given, keptCredentials } from './kept-credentials.ts'
import { askMachine, requireMachineCredentials } from './machine-access.ts'

/** The key of a service account, as its file holds it. */
export interface GoogleKey {
  kind: 'service account'
  email: string
  /** PEM */
  privateKey: string
  keyId: string | null
  projectId: string | null
}

/** What application default credentials may be, besides a key and the account of the machine. */
type Credentials =
  | GoogleKey
  | { kind: 'user'; clientId: string; clientSecret: string; refreshToken: string }
  | { kind: 'impersonated'; email: string; delegates: string[]; source: Credentials }
  | { kind: 'machine' }

type Token = Given<string>

export type GoogleHost = Pick<ConnectorHost, 'fetchServer' | 'machineCredentials'>

/** Secrets are sent to these places alone, whatever a file says. */
const tokenUrl = 'https://oauth2.googleapis.com/token'
const impersonationUrl = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts'
const maxAnswer = 100_000
const answerTooLong = 'Google sent a token of more than 100 kB.'

/** The file of a key, as the form uploads it (base64) or as its text, or a message that says what is wrong. */
export function readGoogleKey(file: string): GoogleKey | Phrase {
  const text = file.trimStart().startsWith('{') ? file : Buffer.from(file, 'base64').toString('utf8')
  const read = readJson(text)
  const key = read === null ? null : keyOf(read)
  return key ?? phrase('JSON Key File must be the file of a key of a service account, as Google makes it.')
}

function keyOf(read: Record<string, unknown>): GoogleKey | null {
  const [email, privateKey] = [stringOf(read['client_email']), stringOf(read['private_key'])]
  if (email === null || privateKey === null) return null
  const [keyId, projectId] = [stringOf(read['private_key_id']), stringOf(read['project_id'])]
  return { kind: 'service account', email, privateKey, keyId, projectId }
}

/**
 * A token for these scopes: of the key, or of the application default credentials of this machine. It is kept until it
 * is about to end. Throws ConnectionFailed, without any secret.
 */
export async function googleToken(
  key: GoogleKey | null,
  scopes: readonly string[],
  host: GoogleHost,
  signal: AbortSignal,
): Promise<string> {
  if (key === null) requireMachineCredentials('google', host)
  return await keptCredentials(nameOf(key, scopes), async () =>
    fetchToken(key ?? (await defaultCredentials()), scopes, host, signal),
  )
}

/** After the service has refused a token that should still be good. */
export function forgetGoogleToken(key: GoogleKey | null, scopes: readonly string[]): void {
  forgetCredentials(nameOf(key, scopes))
}

function nameOf(key: GoogleKey | null, scopes: readonly string[]) {
  return ['google', key, scopes]
}

async function fetchToken(
  credentials: Credentials,
  scopes: readonly string[],
  host: GoogleHost,
  signal: AbortSignal,
): Promise<Token> {
  switch (credentials.kind) {
    case 'service account': {
      const assertion = await signedClaims(credentials, scopes)
      const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
      return await askForToken({ grant_type: grant, assertion }, credentials.email, host, signal)
    }
    case 'user': {
      const { clientId, clientSecret, refreshToken } = credentials
      const form = { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken }
      return await askForToken({ grant_type: 'refresh_token', ...form }, 'the user', host, signal)
    }
    case 'impersonated':
      return await impersonate(credentials, scopes, host, signal)
    case 'machine':
      return await machineToken(scopes, signal)
  }
}

async function signedClaims(key: GoogleKey, scopes: readonly string[]): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose')
  try {
    const privateKey = await importPKCS8(key.privateKey, 'RS256')
    const header = { alg: 'RS256', typ: 'JWT', ...(key.keyId === null ? {} : { kid: key.keyId }) }
    return await new SignJWT({ scope: scopes.join(' ') })
      .setProtectedHeader(header)
      .setIssuer(key.email)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
  } catch {
    // the error of the library may hold parts of the key
    throw new ConnectionFailed('The private key in the JSON Key File is damaged.')
  }
}

async function askForToken(
  form: Record<string, string>,
  whom: string,
  host: GoogleHost,
  signal: AbortSignal,
): Promise<Token> {
  const request = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  }
  const reply = await host.fetchServer(tokenUrl, request, signal)
  if (reply.status !== 200) throw await refused(reply, whom)
  return tokenIn(await textOf(reply, maxAnswer, answerTooLong))
}

async function impersonate(
  { email, delegates, source }: Extract<Credentials, { kind: 'impersonated' }>,
  scopes: readonly string[],
  host: GoogleHost,
  signal: AbortSignal,
): Promise<Token> {
  const own = await fetchToken(source, ['https://www.googleapis.com/auth/cloud-platform'], host, signal)
  const request = {
    method: 'POST' as const,
    headers: { authorization: `Bearer ${own.value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: scopes, delegates, lifetime: '3600s' }),
  }
  const url = `${impersonationUrl}/${encodeURIComponent(email)}:generateAccessToken`
  const reply = await host.fetchServer(url, request, signal)
  if (reply.status !== 200) throw await refused(reply, email)
  const read = readJson(await textOf(reply, maxAnswer, answerTooLong)) ?? {}
  const [value, expires] = [stringOf(read['accessToken']), Date.parse(String(read['expireTime']))]
  if (value === null || Number.isNaN(expires)) throw new ConnectionFailed('Google sent no token.')
  return { value, ends: expires }
}

/** The account of the machine. The variable is the one that Google's own libraries know. */
async function machineToken(scopes: readonly string[], signal: AbortSignal): Promise<Token> {
  const query = new URLSearchParams({ scopes: scopes.join(',') })
  return tokenIn(await askMetadata(`instance/service-accounts/default/token?${query}`, signal))
}

/** The project in which this machine runs. */
export async function machineProject(host: GoogleHost, signal: AbortSignal): Promise<string> {
  requireMachineCredentials('google', host)
  return (await askMetadata('project/project-id', signal)).trim()
}

async function askMetadata(path: string, signal: AbortSignal): Promise<string> {
  const origin = `http://${process.env['GCE_METADATA_HOST'] || '169.254.169.254'}`
  const headers = { 'metadata-flavor': 'Google' }
  const answer = await askMachine(`${origin}/computeMetadata/v1/${path}`, { headers }, signal)
  if (answer?.status === 200 && answer.headers.get('metadata-flavor') === 'Google') return answer.text
  throw new ConnectionFailed(
    'There is no JSON Key File, and this machine has no account at Google: neither a file that GOOGLE_APPLICATION_CREDENTIALS names nor a metadata service.',
  )
}

/** In the order of Google's libraries: a file named by the environment, that of `gcloud`, the account of the machine. */
async function defaultCredentials(): Promise<Credentials> {
  const named = process.env['GOOGLE_APPLICATION_CREDENTIALS'] ?? ''
  const folder = process.env['CLOUDSDK_CONFIG'] || join(homedir(), '.config', 'gcloud')
  const file = named || join(folder, 'application_default_credentials.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null && named !== '')
    throw new ConnectionFailed('The file that GOOGLE_APPLICATION_CREDENTIALS names cannot be read.')
  if (text === null) return { kind: 'machine' }
  const credentials = credentialsOf(readJson(text), 0)
  if (credentials === null)
    throw new ConnectionFailed('The application default credentials of this machine are of an unknown kind.')
  return credentials
}

const maxSources = 5

function credentialsOf(read: unknown, depth: number): Credentials | null {
  if (typeof read !== 'object' || read === null || depth > maxSources) return null
  const file = read as Record<string, unknown>
  switch (file['type']) {
    case 'service_account':
      return keyOf(file)
    case 'authorized_user': {
      const names = ['client_id', 'client_secret', 'refresh_token'] as const
      const [clientId = null, clientSecret = null, refreshToken = null] = names.map((name) =>
        stringOf(file[name]),
      )
      if (clientId === null || clientSecret === null || refreshToken === null) return null
      return { kind: 'user', clientId, clientSecret, refreshToken }
    }
    case 'impersonated_service_account': {
      const url = stringOf(file['service_account_impersonation_url']) ?? ''
      const email = /\/serviceAccounts\/([^/:]+):generateAccessToken$/.exec(url)?.[1]
      const source = credentialsOf(file['source_credentials'], depth + 1)
      if (email === undefined || source === null) return null
      const delegates = Array.isArray(file['delegates']) ? file['delegates'].map(String) : []
      return { kind: 'impersonated', email: decodeURIComponent(email), delegates, source }
    }
    default:
      return null
  }
}

function tokenIn(text: string): Token {
  const read = readJson(text) ?? {}
  const [value, seconds] = [stringOf(read['access_token']), Number(read['expires_in'])]
  if (value === null || !/^[\x21-\x7e]+$/.test(value) || !(seconds > 0))
    throw new ConnectionFailed('Google sent no token.')
  return { value, ends: Date.now() + seconds * 1000 }
}

/** `{"error": "invalid_grant", "error_description": …}`, or `{"error": {"message": …}}` */
async function refused(reply: Response, whom: string): Promise<ConnectionFailed> {
  const read = readJson(await startOf(reply)) ?? {}
  const { error } = read
  const inner =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>)['message'] : error
  const told = stringOf(read['error_description']) ?? stringOf(inner) ?? `status ${reply.status}`
  return new ConnectionFailed(`Google refuses the credentials of ${whom}: ${told}`)
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
