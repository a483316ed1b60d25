import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ConnectionFailed } from '../connector-errors.ts'
import { assumeRoleWithToken } from './aws-sts.ts'
import type { AwsHost, AwsKeys } from './aws-types.ts'
import type { Given } from './kept-credentials.ts'
import { askMachine } from './machine-access.ts'

/** Keys that do not end are looked for again after this time: the operator may have changed them. */
const untilNextLook = 10 * 60_000

/**
 * The keys of this machine, in the order of Amazon's own libraries: variables, a web identity, the shared file, the
 * container, the instance. Throws ConnectionFailed if it has none.
 */
export async function findMachineKeys(
  region: string,
  host: AwsHost,
  signal: AbortSignal,
): Promise<Given<AwsKeys>> {
  const found =
    keysOfVariables() ??
    (await keysOfWebIdentity(region, host, signal)) ??
    (await keysOfProfile()) ??
    (await keysOfContainer(signal)) ??
    (await keysOfInstance(signal))
  if (found !== null) return found
  throw new ConnectionFailed(
    'The data source has no keys for AWS, and this machine has none either: no variables, no web identity, no profile, no role of a container or an instance.',
  )
}

const variable = (name: string) => process.env[name] ?? ''
const lasting = (value: AwsKeys): Given<AwsKeys> => ({ value, ends: Date.now() + untilNextLook })

function keysOfVariables(): Given<AwsKeys> | null {
  const [accessKey, secretKey] = [variable('AWS_ACCESS_KEY_ID'), variable('AWS_SECRET_ACCESS_KEY')]
  if (accessKey === '' || secretKey === '') return null
  return lasting({ accessKey, secretKey, sessionToken: variable('AWS_SESSION_TOKEN') || null })
}

async function keysOfWebIdentity(
  region: string,
  host: AwsHost,
  signal: AbortSignal,
): Promise<Given<AwsKeys> | null> {
  const [file, arn] = [variable('AWS_WEB_IDENTITY_TOKEN_FILE'), variable('AWS_ROLE_ARN')]
  if (file === '' || arn === '') return null
  const token = await readFile(file, 'utf8').catch(() => {
    throw new ConnectionFailed('The file that AWS_WEB_IDENTITY_TOKEN_FILE names cannot be read.')
  })
  const sessionName = variable('AWS_ROLE_SESSION_NAME') || 'sextant'
  return await assumeRoleWithToken(token.trim(), { region, arn, sessionName }, host, signal)
}

/** Keys alone: a profile that begins programs or sends people to a page needs Amazon's own tools. */
async function keysOfProfile(): Promise<Given<AwsKeys> | null> {
  const profile = variable('AWS_PROFILE') || 'default'
  const file = variable('AWS_SHARED_CREDENTIALS_FILE') || join(homedir(), '.aws', 'credentials')
  const text = await readFile(file, 'utf8').catch(() => '')
  const values = sectionOf(text, profile)
  const [accessKey, secretKey] = [values.get('aws_access_key_id'), values.get('aws_secret_access_key')]
  if (!accessKey || !secretKey) return null
  return lasting({ accessKey, secretKey, sessionToken: values.get('aws_session_token') || null })
}

function sectionOf(text: string, wanted: string): Map<string, string> {
  const values = new Map<string, string>()
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[\s*(.+?)\s*\]/.exec(line)
    if (head !== null) section = head[1] ?? ''
    const [, name, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (section === wanted && name !== undefined) values.set(name.toLowerCase(), value ?? '')
  }
  return values
}

const containerHost = 'http://169.254.170.2'
/** The agents of ECS and EKS, and what listens on this machine alone. */
const containerHosts = new Set([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '169.254.170.2',
  '169.254.170.23',
  '[fd00:ec2::23]',
])

async function keysOfContainer(signal: AbortSignal): Promise<Given<AwsKeys> | null> {
  const path = variable('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const url = path === '' ? variable('AWS_CONTAINER_CREDENTIALS_FULL_URI') : containerHost + path
  if (!URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !containerHosts.has(hostname)) {
    throw new ConnectionFailed(
      'AWS_CONTAINER_CREDENTIALS_FULL_URI names a host that is no agent of a container.',
    )
  }
  const file = variable('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
  const token =
    file === '' ? variable('AWS_CONTAINER_AUTHORIZATION_TOKEN') : await readFile(file, 'utf8').catch(() => '')
  const headers: Record<string, string> = token === '' ? {} : { authorization: token.trim() }
  const answer = await askMachine(url, { headers }, signal)
  return answer?.status === 200 ? keysIn(answer.text, 'container') : null
}

/** The second version of the service alone: the first one can be reached by a forged request. */
async function keysOfInstance(signal: AbortSignal): Promise<Given<AwsKeys> | null> {
  if (variable('AWS_EC2_METADATA_DISABLED').toLowerCase() === 'true') return null
  const origin = (variable('AWS_EC2_METADATA_SERVICE_ENDPOINT') || 'http://169.254.169.254').replace(
    /\/$/,
    '',
  )
  const seconds = { 'x-aws-ec2-metadata-token-ttl-seconds': '300' }
  const begun = await askMachine(`${origin}/latest/api/token`, { method: 'PUT', headers: seconds }, signal)
  if (begun?.status !== 200 || !/^[\x21-\x7e]+$/.test(begun.text)) return null
  const headers = { 'x-aws-ec2-metadata-token': begun.text }
  const roles = `${origin}/latest/meta-data/iam/security-credentials/`
  const role = await askMachine(roles, { headers }, signal)
  const name = role?.status === 200 ? (role.text.split('\n')[0] ?? '').trim() : ''
  if (!/^[\w+=,.@-]+$/.test(name)) return null
  const answer = await askMachine(roles + name, { headers }, signal)
  return answer?.status === 200 ? keysIn(answer.text, 'instance') : null
}

/** Never shows the answer, which holds secrets. */
function keysIn(text: string, where: 'container' | 'instance'): Given<AwsKeys> {
  let read: Record<string, unknown> = {}
  try {
    read = JSON.parse(text) as Record<string, unknown>
  } catch {}
  const { AccessKeyId: accessKey, SecretAccessKey: secretKey, Token: sessionToken, Expiration } = read
  const ends = Date.parse(String(Expiration))
  const isWhole = [accessKey, secretKey, sessionToken].every((one) => typeof one === 'string' && one !== '')
  if (!isWhole || Number.isNaN(ends)) {
    throw new ConnectionFailed(`The ${where} on which Sextant runs has a role, but AWS sent no keys of it.`)
  }
  return { value: { accessKey, secretKey, sessionToken } as AwsKeys, ends }
}
