import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerRequest } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { azureToken } from './azure-credentials.ts'
import { googleToken, machineProject } from './google-credentials.ts'

/** What the metadata service of Google and the identity endpoint of Azure answer; they refuse what those refuse. */
let server: Server
let folder: string
let file: string
/** requests to the services of the clouds */
const sent: { url: string; init: ServerRequest }[] = []
const signal = AbortSignal.timeout(60_000)
const scopes = ['https://www.googleapis.com/auth/bigquery']

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-clouds-'))
  file = join(folder, 'credentials.json')
  server = createServer((request, reply) => {
    const { url = '', headers } = request
    const isGoogle = url.startsWith('/computeMetadata/v1/')
    if (
      isGoogle
        ? headers['metadata-flavor'] !== 'Google'
        : headers['x-identity-header'] !== 'header-of-machine'
    ) {
      reply.writeHead(403).end()
      return
    }
    if (isGoogle) reply.setHeader('metadata-flavor', 'Google')
    const token = {
      access_token: `machine ${url}`.replaceAll(' ', '-'),
      expires_in: isGoogle ? 3599 : '3599',
    }
    reply.end(url.endsWith('/project-id') ? 'project-of-machine\n' : JSON.stringify(token))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('GCE_METADATA_HOST', place)
  vi.stubEnv('CLOUDSDK_CONFIG', folder)
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
  vi.stubEnv('IDENTITY_ENDPOINT', `http://${place}/identity`)
  vi.stubEnv('IDENTITY_HEADER', 'header-of-machine')
  sent.length = 0
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** The services of the clouds, as the worker lends them. */
function hostWith(answer: (url: string) => object, status = 200) {
  return {
    machineCredentials: ['google', 'azure'],
    fetchServer: async (url: string, init: ServerRequest) => {
      sent.push({ url, init })
      return new Response(JSON.stringify(answer(url)), { status })
    },
  }
}
const nowhere = hostWith(() => ({}), 404)

describe('credentials of the machine for Google', () => {
  const use = (credentials: object) => {
    writeFileSync(file, JSON.stringify(credentials))
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file)
  }
  const user = {
    type: 'authorized_user',
    client_id: 'c',
    client_secret: 'secret-of-client',
    refresh_token: 'r',
  }

  it('are read only if the operator allows it', async () => {
    use(user)
    const host = { ...nowhere, machineCredentials: ['aws'] }
    for (const work of [googleToken(null, scopes, host, signal), machineProject(host, signal)]) {
      expect(String(await failureOf(work))).toMatch(/SEXTANT_MACHINE_CREDENTIALS=google/)
    }
    expect(sent).toEqual([])
  })

  it('are the account and the project of the instance', async () => {
    const token = await googleToken(null, scopes, nowhere, signal)
    expect(token).toContain('/instance/service-accounts/default/token?scopes=')
    expect(await machineProject(nowhere, signal)).toBe('project-of-machine')
  })

  it('are a login of gcloud', async () => {
    use(user)
    const host = hostWith(() => ({ access_token: 'token-of-user', expires_in: 3599 }))
    expect(await googleToken(null, ['a'], host, signal)).toBe('token-of-user')
    expect(sent[0]?.url).toBe('https://oauth2.googleapis.com/token')
    expect(sent[0]?.init.body).toContain('grant_type=refresh_token')
  })

  it('act for another account, at an address that the file does not choose', async () => {
    use({
      type: 'impersonated_service_account',
      service_account_impersonation_url:
        'https://attacker.example/v1/projects/-/serviceAccounts/reader@p.iam.gserviceaccount.com:generateAccessToken',
      source_credentials: user,
    })
    const host = hostWith((url) =>
      url.startsWith('https://oauth2.googleapis.com/')
        ? { access_token: 'token-of-user', expires_in: 3599 }
        : { accessToken: 'token-of-reader', expireTime: new Date(Date.now() + 3_600_000).toISOString() },
    )
    expect(await googleToken(null, ['b'], host, signal)).toBe('token-of-reader')
    const { url, init } = sent[1] ?? { url: '', init: {} as ServerRequest }
    expect(new URL(url).host).toBe('iamcredentials.googleapis.com')
    expect(decodeURIComponent(url)).toMatch(
      /serviceAccounts\/reader@p\.iam\.gserviceaccount\.com:generateAccessToken$/,
    )
    expect(init.headers?.['authorization']).toBe('Bearer token-of-user')
    expect(JSON.parse(String(init.body))).toMatchObject({ scope: ['b'] })
  })

  it('say what is wrong, without a secret', async () => {
    use(user)
    const host = hostWith(
      () => ({ error: 'invalid_grant', error_description: 'Token has been revoked.' }),
      400,
    )
    const failure = await failureOf(googleToken(null, ['c'], host, signal))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/Token has been revoked/)
    expect(String(failure)).not.toContain('secret-of-client')
    use({ type: 'external_account' })
    expect(String(await failureOf(googleToken(null, ['d'], host, signal)))).toMatch(/unknown kind/)
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', `${file}.gone`)
    expect(String(await failureOf(googleToken(null, ['e'], host, signal)))).toMatch(/cannot be read/)
  })
})

describe('credentials for Azure', () => {
  const principal = {
    kind: 'service principal',
    tenant: 't',
    clientId: 'c',
    secret: 'secret-of-client',
  } as const
  const given = hostWith(() => ({ access_token: 'token', expires_in: 3599 }))

  it('are the managed identity of the machine, if the operator allows it', async () => {
    const origin = 'https://a.kusto.windows.net'
    const token = await azureToken({ kind: 'machine', clientId: 'chosen' }, origin, nowhere, signal)
    expect(token).toContain(
      '/identity?api-version=2019-08-01&resource=https%3A%2F%2Fa.kusto.windows.net&client_id=chosen',
    )
    const host = { ...nowhere, machineCredentials: [] }
    const failure = await failureOf(azureToken({ kind: 'machine', clientId: null }, origin, host, signal))
    expect(String(failure)).toMatch(/SEXTANT_MACHINE_CREDENTIALS=azure/)
  })

  it('tell nothing of what a metadata service answers', async () => {
    vi.stubEnv('IDENTITY_HEADER', 'wrong')
    const failure = await failureOf(
      azureToken({ kind: 'machine', clientId: null }, 'https://b.kusto.windows.net', nowhere, signal),
    )
    expect(String(failure)).toMatch(/gives no token .*status 403/)
  })

  it.each([
    ['https://a.kusto.windows.net', 'login.microsoftonline.com'],
    ['https://a.kusto.chinacloudapi.cn', 'login.partner.microsoftonline.cn'],
    ['https://a.kusto.usgovcloudapi.net', 'login.microsoftonline.us'],
    ['https://attacker.example', 'login.microsoftonline.com'],
  ])('are sent for %s to %s alone', async (origin, authority) => {
    await azureToken(principal, origin, given, signal)
    expect(sent.map(({ url }) => new URL(url).host)).toEqual([authority])
    expect(new URLSearchParams(String(sent[0]?.init.body)).get('scope')).toBe(`${origin}/.default`)
  })
})
