import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { kustoAnswer } from '#test/live/kusto-answers.ts'
import { type KustoServer, startKusto } from '#test/live/kusto-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { recordingSink } from '../recording-sink.ts'
import { azureKusto } from './kusto-connector.ts'
import { kustoTrials } from './kusto-trials.ts'

function optionsOf(server: KustoServer) {
  return {
    ...{ cluster: server.cluster, database: 'shop', azure_ad_client_id: 'reader-of-demo' },
    azure_ad_client_secret: server.secret,
    azure_ad_tenant_id: '11111111-2222-3333-4444-555555555555',
  }
}

connectorSuite(azureKusto, kustoTrials, async () => {
  const server = await startKusto(kustoAnswer)
  const nowhere = createServerFetch({ version: 'test' })
  const refused = `https://127.0.0.1:${await freePort()}`
  const fetchServer: ConnectorHost['fetchServer'] = (url, init, signal) => {
    if (url.startsWith(refused)) return nowhere(url, init, signal)
    // the double knows tokens for its own cluster only
    const body = String(init.body).replaceAll(encodeURIComponent(refused), encodeURIComponent(server.cluster))
    return server.fetchServer(url, { ...init, body }, signal)
  }
  const options = optionsOf(server)
  return {
    host: { fetchServer },
    options,
    refused: { ...options, cluster: refused },
    wrongPassword: { ...options, azure_ad_client_secret: 'wrong-password' },
    running: async () => server.running(),
    stop: server.stop,
  }
})

describe('Azure Data Explorer', () => {
  let server: KustoServer
  let stand: Stand
  beforeAll(async () => {
    server = await startKusto(kustoAnswer)
    const ground = { host: { fetchServer: server.fetchServer }, options: optionsOf(server) }
    stand = { connector: azureKusto, ground, backends: [] } as unknown as Stand
  })
  beforeEach(() => {
    server.received.length = 0
  })
  afterAll(() => server.stop())

  it('tells the service who asks, and until when', async () => {
    const actingUser = async () => ({ email: 'ann@example.com', is_email_verified: true })
    const host = { ...stand.ground.host, actingUser, maxSeconds: 90 }
    await runOn(
      { ...stand, ground: { ...stand.ground, host } },
      'EveryType // answer: types',
      recordingSink(),
    )
    const request = server.received.at(-1)
    expect(request?.headers).toMatchObject({ 'x-ms-app': 'Sextant', 'x-ms-user': 'ann@example.com' })
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      properties: { Options: { servertimeout: '00:01:30', request_description: 'ann@example.com' } },
    })
  })

  it('tells how much was read', async () => {
    const sink = recordingSink()
    await runOn(stand, 'EveryType // answer: types', sink)
    expect(sink.facts).toEqual({ data_scanned: 124 })
  })

  it('shows the first of several results, and says so', async () => {
    const sink = recordingSink()
    await runOn(stand, 'orders; visits // answer: two', sink)
    expect(sink.cells).toEqual([['1']])
    expect(sink.lines).toEqual(['The query has several results. The first one is shown.'])
  })

  it('takes no part of an answer for the whole', async () => {
    const failure = await failureOf(runOn(stand, 'orders // answer: broken', recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/connection to the server was lost/)
  })

  it('sends commands to their own endpoint', async () => {
    const sink = recordingSink()
    await runOn(stand, '// all of them\n .show tables', sink)
    expect(sink.cells).toEqual([['"orders"']])
    expect(server.received.at(-1)?.path).toBe('/v1/rest/mgmt')
  })

  it('gets a new token when the service no longer takes the old one', async () => {
    await runOn(stand, 'EveryType // answer: types', recordingSink())
    server.revoke()
    server.received.length = 0
    await runOn(stand, 'EveryType // answer: types', recordingSink())
    expect(server.received.filter(({ host }) => host === 'login.microsoftonline.com')).toHaveLength(1)
  })

  it('does not tell the secret', async () => {
    const session = await openOn(stand, { ...stand.ground.options, azure_ad_client_secret: 'another-secret' })
    const failure = await failureOf(session.ping(AbortSignal.timeout(30_000)))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/refuses the client reader-of-demo in the tenant .*Invalid client secret/)
    expect(String(failure)).not.toContain('another-secret')
  })

  it('uses the identity of the machine only if the operator allows it', async () => {
    const session = await openOn(stand, { ...stand.ground.options, msi: true })
    const failure = await failureOf(session.ping(AbortSignal.timeout(30_000)))
    expect(String(failure)).toMatch(/SEXTANT_MACHINE_CREDENTIALS=azure/)
  })

  it.each([
    [{ cluster: 'http://demo.kusto.windows.net' }, /^Cluster must be/],
    [{ cluster: 'https://user:secret@demo.kusto.windows.net' }, /^Cluster must be/],
    [{ cluster: 'https://demo.kusto.windows.net/shop' }, /^Cluster must be/],
    [{ azure_ad_client_id: '' }, /^Azure AD Client ID, Client Secret, and Tenant ID are required/],
    [{ azure_ad_tenant_id: '../x' }, /^Azure AD Tenant Id must be/],
  ])('refuses the options %o', (options, message) => {
    expect(String(azureKusto.validate?.({ ...stand.ground.options, ...options }))).toMatch(message)
  })
})
