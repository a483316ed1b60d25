import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { actingAs, awsKeys } from '../credentials/aws-identity.ts'
import { askAws } from '../credentials/aws-request.ts'
import { askAwsQuery } from '../credentials/aws-signing.ts'
import type { AwsIdentity } from '../credentials/aws-types.ts'
import { type Given, keptCredentials } from '../credentials/kept-credentials.ts'
import { textOf } from '../http-answer.ts'
import { cutObject, readString } from '../json-cut.ts'

/** Where a password comes from: of a cluster, or of a workgroup without servers of its own. */
export interface ClusterAccess {
  identity: AwsIdentity
  kind: 'cluster' | 'workgroup'
  /** of the cluster or the workgroup */
  id: string
  user: string
  database: string
}

export interface RedshiftLogin {
  user: string
  password: string
}

/** An hour, the longest that AWS allows. */
const seconds = 3600
const serverless = { name: 'redshift-serverless', target: 'RedshiftServerless', version: '1.1' } as const

/** The user and the password that AWS gives for a while. Throws ConnectionFailed. */
export async function redshiftLogin(
  access: ClusterAccess,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<RedshiftLogin> {
  const own = { ...access, identity: await actingAs(access.identity, host) }
  return await keptCredentials(['redshift', own], () =>
    own.kind === 'cluster' ? ofCluster(own, host, signal) : ofWorkgroup(own, host, signal),
  )
}

async function ofCluster(
  { identity, id, user, database }: ClusterAccess,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Given<RedshiftLogin>> {
  const query = {
    ...{ service: 'redshift', region: identity.region, keys: await awsKeys(identity, host, signal) },
    parameters: {
      ...{ Action: 'GetClusterCredentials', Version: '2012-12-01', ClusterIdentifier: id },
      ...{ DbUser: user, DbName: database, DurationSeconds: String(seconds) },
    },
    refusal: (told: string) => `AWS gives no password for ${user} in the cluster ${id}: ${told}`,
  }
  const read = await askAwsQuery(query, host, signal)
  return given(read('DbUser'), read('DbPassword'), Date.parse(read('Expiration') ?? ''), id)
}

/** The user is that of the identity: AWS makes it out of its name. */
async function ofWorkgroup(
  { identity, id, database }: ClusterAccess,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Given<RedshiftLogin>> {
  const input = { workgroupName: id, dbName: database, durationSeconds: seconds }
  const reply = await askAws({ identity, host }, serverless, 'GetCredentials', input, signal)
  const read = cutObject(await textOf(reply, 100_000, 'AWS sent a password of more than 100 kB.'))
  const text = (name: string) => readString(read.get(name) ?? '')
  return given(text('dbUser'), text('dbPassword'), Number(read.get('expiration')) * 1000, id)
}

function given(user: string | null, password: string | null, ends: number, id: string): Given<RedshiftLogin> {
  if (!user || !password || Number.isNaN(ends)) throw new ConnectionFailed(`AWS sent no password for ${id}.`)
  return { value: { user, password }, ends }
}
