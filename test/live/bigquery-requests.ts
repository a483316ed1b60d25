import { type KeyObject, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { jwtVerify } from 'jose'

export const project = 'demo-project'
const email = 'reader@demo-project.iam.gserviceaccount.com'
const scopes = 'https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/drive'

export interface Inserted {
  jobReference: { projectId: string; jobId?: string; location?: string }
  configuration: {
    dryRun?: boolean
    jobTimeoutMs?: string
    query: Record<string, unknown> & { query: string; useLegacySql: boolean }
  }
}

/** An answer that is an error. */
export class Refusal extends Error {
  readonly status: number
  readonly reason: string
  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
  body() {
    const { status: code, message, reason } = this
    return { error: { code, message, errors: [{ message, domain: 'global', reason }], status: 'REFUSED' } }
  }
}

export class TokenRefusal extends Error {}

/** The file of a key as Google makes it, as a form uploads it. */
export function fileOf(key: KeyObject): string {
  const file = {
    ...{ type: 'service_account', project_id: project, private_key_id: 'key-1', client_email: email },
    private_key: key.export({ type: 'pkcs8', format: 'pem' }),
    // never asked: secrets go to Google's own service, whatever a file says
    token_uri: 'https://attacker.example/token',
  }
  return Buffer.from(JSON.stringify(file)).toString('base64')
}

/** Checks a request for a token as Google does. */
export async function giveToken(request: IncomingMessage, body: string, key: KeyObject): Promise<string> {
  const form = new URLSearchParams(body)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  if (!isForm || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    throw new TokenRefusal('Invalid grant_type')
  const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', key, {
    ...{ issuer: email, audience: 'https://oauth2.googleapis.com/token', algorithms: ['RS256'] },
  }).catch(() => {
    throw new TokenRefusal('Invalid JWT Signature.')
  })
  const isShort = (payload.exp ?? 0) - (payload.iat ?? 0) <= 3600
  if (!isShort || payload['scope'] !== scopes || protectedHeader.kid !== 'key-1')
    throw new TokenRefusal('Invalid JWT: claims')
  return `token-${randomUUID()}`
}

/** Throws Refusal for other parameters of the address than these. */
export function allow(url: URL, names: readonly string[]): void {
  for (const name of url.searchParams.keys()) {
    if (!names.includes(name))
      throw new Refusal(400, 'badRequest', `Invalid JSON payload received. Unknown name "${name}"`)
  }
}

const memberNames: Readonly<Record<string, readonly string[]>> = {
  '': ['jobReference', 'configuration'],
  jobReference: ['projectId', 'jobId', 'location'],
  configuration: ['dryRun', 'jobTimeoutMs', 'query'],
  query: [
    ...['query', 'useLegacySql', 'userDefinedFunctionResources', 'maximumBillingTier', 'maximumBytesBilled'],
  ],
}

export function readInsert(body: string): Inserted {
  const read = JSON.parse(body) as Inserted
  const parts = { '': read, ...read, query: read.configuration?.query } as Record<string, object>
  for (const [name, names] of Object.entries(memberNames)) {
    const other = Object.keys(parts[name] ?? {}).find((member) => !names.includes(member))
    if (other !== undefined)
      throw new Refusal(400, 'badRequest', `Invalid JSON payload received. Unknown name "${other}"`)
  }
  const { jobReference, configuration } = read
  if (jobReference?.projectId !== project)
    throw new Refusal(400, 'invalid', 'Value for field projectId is wrong')
  if (jobReference.jobId !== undefined && !/^[\w-]{1,1024}$/.test(jobReference.jobId))
    throw new Refusal(400, 'invalid', 'Invalid job ID')
  const { query, useLegacySql, maximumBytesBilled } = configuration.query
  if (typeof query !== 'string' || query.trim() === '')
    throw new Refusal(400, 'required', 'Required parameter: query')
  if (typeof useLegacySql !== 'boolean') throw new Refusal(400, 'invalid', 'useLegacySql must be a boolean')
  for (const long of [configuration.jobTimeoutMs, maximumBytesBilled]) {
    if (long !== undefined && !/^\d+$/.test(String(long))) throw new Refusal(400, 'invalid', 'not an int64')
  }
  return read
}
