import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { awsKeys, forgetAwsKeys } from './aws-identity.ts'
import type { AwsIdentity } from './aws-types.ts'

/** What the metadata service of an instance, the agent of a container and STS answer; they refuse what those refuse. */
let server: Server
let origin: string
let asked: string[] = []
let folder: string
const ends = new Date(Date.now() + 3_600_000).toISOString()
const instanceKeys = {
  ...{ Code: 'Success', AccessKeyId: 'ASIAINSTANCE', SecretAccessKey: 'instance-secret' },
  ...{ Token: 'instance-token', Expiration: ends },
}
let hasRole = true

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-aws-'))
  server = createServer(async (request, reply) => {
    const [status, body] = answerTo(request, await bodyOf(request))
    reply.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}

function answerTo({ method, url = '', headers }: IncomingMessage, body: string): [number, string] {
  asked.push(`${method} ${url}`)
  if (url === '/latest/api/token') {
    const seconds = Number(headers['x-aws-ec2-metadata-token-ttl-seconds'])
    return method === 'PUT' && seconds >= 1 && seconds <= 21_600 ? [200, 'token-of-instance'] : [400, '']
  }
  if (url.startsWith('/latest/meta-data/')) {
    if (method !== 'GET' || headers['x-aws-ec2-metadata-token'] !== 'token-of-instance') return [401, '']
    if (!hasRole) return [404, '<html></html>']
    if (url === '/latest/meta-data/iam/security-credentials/') return [200, 'the-role']
    const isRole = url === '/latest/meta-data/iam/security-credentials/the-role'
    return isRole ? [200, JSON.stringify(instanceKeys)] : [404, '']
  }
  if (url === '/container') {
    if (headers.authorization !== 'token-of-container') return [401, '']
    return [200, JSON.stringify({ ...instanceKeys, AccessKeyId: 'ASIACONTAINER', RoleArn: 'arn' })]
  }
  const form = new URLSearchParams(body)
  if (method === 'POST' && form.get('Action') === 'AssumeRoleWithWebIdentity') {
    if (form.get('WebIdentityToken') !== 'token-of-pod' || form.get('Version') !== '2011-06-15')
      return [
        400,
        '<ErrorResponse><Error><Code>InvalidIdentityToken</Code><Message>No &lt;such&gt; token</Message></Error></ErrorResponse>',
      ]
    return [
      200,
      `<AssumeRoleWithWebIdentityResponse><Credentials><AccessKeyId>ASIAPOD</AccessKeyId><SecretAccessKey>pod+secret/</SecretAccessKey><SessionToken>pod-token</SessionToken><Expiration>${ends}</Expiration></Credentials></AssumeRoleWithWebIdentityResponse>`,
    ]
  }
  return [404, '']
}

const identity: AwsIdentity = { region: 'eu-central-1', keys: null, role: null }
const fetchServer = createServerFetch({ version: 'test' })
const keysOf = (machineCredentials: string[] = ['aws']) =>
  awsKeys(identity, { fetchServer, machineCredentials }, AbortSignal.timeout(20_000))

describe('credentials of the machine for AWS', () => {
  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', origin)
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'none'))
    vi.stubEnv('AWS_ENDPOINT_URL', origin)
    asked = []
    hasRole = true
    forgetAwsKeys(identity)
  })
  afterEach(() => vi.unstubAllEnvs())

  it('are used only if the operator allows it, and are not even looked for before', async () => {
    for (const allowed of [[], ['google']]) {
      const failure = await failureOf(keysOf(allowed))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toContain('SEXTANT_MACHINE_CREDENTIALS=aws')
    }
    expect(asked).toEqual([])
  })

  it('are those of the instance, through a token, asked for once', async () => {
    const keys = { accessKey: 'ASIAINSTANCE', secretKey: 'instance-secret', sessionToken: 'instance-token' }
    expect([await keysOf(), await keysOf()]).toEqual([keys, keys])
    expect(asked).toEqual([
      'PUT /latest/api/token',
      'GET /latest/meta-data/iam/security-credentials/',
      'GET /latest/meta-data/iam/security-credentials/the-role',
    ])
  })

  it('are those of the container before those of the instance', async () => {
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${origin}/container`)
    vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN', 'token-of-container')
    expect((await keysOf()).accessKey).toBe('ASIACONTAINER')
    forgetAwsKeys(identity)
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', 'http://example.com/container')
    expect(String(await failureOf(keysOf()))).toMatch(/names a host that is no agent/)
  })

  it('are those of a profile before them', async () => {
    const file = join(folder, 'credentials')
    writeFileSync(
      file,
      '[default]\naws_access_key_id=OTHER\n; a note\n[ team ]\naws_access_key_id = AKIATEAM\naws_secret_access_key = s=e/c+\n',
    )
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file)
    vi.stubEnv('AWS_PROFILE', 'team')
    expect(await keysOf()).toEqual({ accessKey: 'AKIATEAM', secretKey: 's=e/c+', sessionToken: null })
  })

  it('are those of a pod before them, from STS', async () => {
    const file = join(folder, 'token')
    writeFileSync(file, 'token-of-pod\n')
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', file)
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/pod')
    expect(await keysOf()).toEqual({
      accessKey: 'ASIAPOD',
      secretKey: 'pod+secret/',
      sessionToken: 'pod-token',
    })
    forgetAwsKeys(identity)
    writeFileSync(file, 'secret-that-is-wrong')
    const failure = await failureOf(keysOf())
    expect(String(failure)).toMatch(/does not give the role arn:.*: No <such> token/)
    expect(String(failure)).not.toContain('secret-that-is-wrong')
  })

  it('are those of variables before all', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAVARIABLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    expect((await keysOf()).accessKey).toBe('AKIAVARIABLE')
  })

  it('may be missing', async () => {
    hasRole = false
    const failure = await failureOf(keysOf())
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/this machine has none either/)
  })
})
