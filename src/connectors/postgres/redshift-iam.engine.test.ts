import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { faultOfSignature } from '#test/live/aws-signature.ts'
import { startRedshift } from '#test/live/redshift-database.ts'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { redshiftIam } from './redshift-iam-connector.ts'
import { redshiftLogin } from './redshift-login.ts'

const key = { accessKey: 'AKIDREDSHIFT', secretKey: 'secret/of+redshift' }
const region = 'eu-central-1'
let database: Awaited<ReturnType<typeof startRedshift>>
let aws: Server
let asked: Record<string, string>[] = []
/** of the user in the database */
const login = { user: 'IAM:analyst', password: 'given by <AWS> & co' }

/** The two services that give passwords; they refuse what those refuse. */
function answerTo(
  headers: Record<string, unknown>,
  body: string,
  fault: (service: string) => string | null,
): [number, string] {
  const ends = new Date(Date.now() + 3_600_000)
  if (headers['x-amz-target'] === 'RedshiftServerless.GetCredentials') {
    const refused = fault('redshift-serverless')
    const input = JSON.parse(body) as Record<string, string>
    asked.push(input)
    if (refused !== null)
      return [400, JSON.stringify({ __type: refused, message: 'The security token is invalid.' })]
    if (input['workgroupName'] !== 'team')
      return [400, JSON.stringify({ __type: 'ResourceNotFoundException', message: 'Workgroup not found.' })]
    const { user: dbUser, password: dbPassword } = login
    return [200, JSON.stringify({ dbPassword, dbUser, expiration: ends.getTime() / 1000 })]
  }
  const refused = fault('redshift')
  const input = Object.fromEntries(new URLSearchParams(body))
  asked.push(input)
  const refusal = (code: string, message: string): [number, string] => [
    400,
    `<ErrorResponse xmlns="http://redshift.amazonaws.com/doc/2012-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  ]
  if (refused !== null) return refusal(refused, 'The security token is invalid.')
  const seconds = Number(input['DurationSeconds'])
  if (input['Action'] !== 'GetClusterCredentials' || input['Version'] !== '2012-12-01')
    return refusal('InvalidAction', '')
  if (!(seconds >= 900 && seconds <= 3600)) return refusal('InvalidParameterValue', 'wrong duration')
  if (input['ClusterIdentifier'] !== 'sales')
    return refusal('ClusterNotFound', 'Cluster &quot;x&quot; not found.')
  const password = login.password.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    200,
    `<GetClusterCredentialsResponse xmlns="http://redshift.amazonaws.com/doc/2012-12-01/"><GetClusterCredentialsResult><DbUser>${login.user}</DbUser><DbPassword>${password}</DbPassword><Expiration>${ends.toISOString()}</Expiration></GetClusterCredentialsResult></GetClusterCredentialsResponse>`,
  ]
}

beforeAll(async () => {
  database = await startRedshift()
  await database.admin.query(`create role "${login.user}" superuser login password '${login.password}'`)
  aws = createServer(async (request, reply) => {
    const { method = '', url = '', headers } = request
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += String(part)
    const [status, answer] = answerTo(headers, body, (service) =>
      faultOfSignature({ method, url, headers, body }, key, { service, region }),
    )
    reply.writeHead(status).end(answer)
  })
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked = []
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(aws.address() as AddressInfo).port}`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  aws?.close()
  await database.admin.query(`drop role "${login.user}"`)
  await database.stop()
})

const fetchServer = createServerFetch({ version: 'test' })
const readAs = async (given: object, text = 'select current_user as me') => {
  const { host, port, dbname } = database.options
  const options = {
    ...{ aws_region: region, aws_access_key_id: key.accessKey, aws_secret_access_key: key.secretKey },
    ...{ clusterid: 'sales', host, port, user: 'analyst', dbname, sslmode: 'disable' },
  }
  const stand = {
    connector: redshiftIam,
    ground: { host: { fetchServer }, options: { ...options, ...given } },
    backends: [],
  } as unknown as Stand
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return { cells: sink.cells, stand }
}

describe('Redshift with passwords of AWS', () => {
  it('logs in as the user that AWS names, with a password that is asked for once', async () => {
    expect((await readAs({})).cells).toEqual([['"IAM:analyst"']])
    expect(asked).toEqual([
      {
        ...{ Action: 'GetClusterCredentials', Version: '2012-12-01', ClusterIdentifier: 'sales' },
        ...{ DbUser: 'analyst', DbName: database.options.dbname, DurationSeconds: '3600' },
      },
    ])
    const { stand } = await readAs({}, 'select 1')
    const session = await openOn(stand)
    expect((await session.tables(AbortSignal.timeout(20_000)))?.map(({ name }) => name)).toContain(
      'spectrum.clicks',
    )
    await session.close()
    expect(asked).toHaveLength(1)
  })

  it('ends the query of a worker that died', async () => {
    const { stand } = await readAs({}, 'select 1')
    stand.backends.length = 0
    const running = failureOf(runOn(stand, 'select pg_sleep(30) /* trial of sextant */', recordingSink()))
    await expect.poll(database.running, { timeout: 15_000 }).toBe(1)
    const host = { fetchServer } as unknown as ConnectorHost
    await redshiftIam.killOrphan?.(stand.ground.options, host, stand.backends[0] ?? {})
    expect(await running).toBeInstanceOf(QueryFailed)
    await expect.poll(database.running, { timeout: 15_000 }).toBe(0)
  })

  it.each([
    [
      { aws_secret_access_key: 'wrong-secret' },
      /AWS gives no password for analyst in the cluster sales: The security/,
    ],
    [{ clusterid: 'x' }, /AWS gives no password for analyst in the cluster x: Cluster "x" not found/],
    [{ aws_access_key_id: '', aws_secret_access_key: '' }, /SEXTANT_MACHINE_CREDENTIALS=aws/],
  ])('says what is wrong with %j', async (given, message) => {
    const failure = await failureOf(readAs(given))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(message)
    expect(String(failure)).not.toContain('wrong-secret')
  })

  it.each([
    [{ clusterid: '' }, /^Redshift Cluster ID is missing/],
    [{ aws_region: 'here' }, /^AWS Region must be/],
    [{ rolename: 'analytics' }, /^IAM Role Name must be the ARN/],
    [{ port: 0 }, /^Port must be/],
  ])('checks the options %j', (given, message) => {
    const options = {
      aws_region: region,
      host: '10.0.0.1',
      port: 5439,
      user: 'a',
      dbname: 'b',
      clusterid: 'sales',
    }
    expect(String(redshiftIam.validate?.({ ...options, ...given }))).toMatch(message)
    const host = 'sales.abc123.eu-central-1.redshift.amazonaws.com'
    expect(redshiftIam.validate?.({ ...options, clusterid: '', host })).toBeNull()
  })

  it('asks the service without clusters for those of a workgroup, which is a part of the host', async () => {
    const host = 'team.123456789012.eu-central-1.redshift-serverless.amazonaws.com'
    const access = {
      ...{
        identity: { region, keys: { ...key, sessionToken: null }, role: null },
        kind: 'workgroup' as const,
      },
      ...{ id: host.split('.')[0] ?? '', user: 'analyst', database: 'sales' },
    }
    const signal = AbortSignal.timeout(20_000)
    const lent = { fetchServer } as unknown as ConnectorHost
    expect(await redshiftLogin(access, lent, signal)).toEqual(login)
    expect(asked).toEqual([{ workgroupName: 'team', dbName: 'sales', durationSeconds: 3600 }])
    const failure = await failureOf(redshiftLogin({ ...access, id: 'other' }, lent, signal))
    expect(String(failure)).toMatch(/Workgroup not found/)
  })
})
