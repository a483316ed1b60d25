import { ConnectionFailed } from '../connector-errors.ts'
import { askAwsQuery } from './aws-signing.ts'
import type { AwsHost, AwsKeys } from './aws-types.ts'
import type { Given } from './kept-credentials.ts'

interface RoleRequest {
  region: string
  arn: string
  externalId: string | null
  sessionName: string
}

/** Keys of a role, for an hour. Throws ConnectionFailed. */
export async function assumeRole(
  keys: AwsKeys,
  { region, arn, externalId, sessionName }: RoleRequest,
  host: AwsHost,
  signal: AbortSignal,
): Promise<Given<AwsKeys>> {
  const own = { Action: 'AssumeRole', ...(externalId === null ? {} : { ExternalId: externalId }) }
  return await askSts(keys, region, { ...own, RoleArn: arn, RoleSessionName: sessionName }, host, signal)
}

/** The same with a token of another identity provider, as in a pod of Kubernetes. */
export async function assumeRoleWithToken(
  token: string,
  { region, arn, sessionName }: Omit<RoleRequest, 'externalId'>,
  host: AwsHost,
  signal: AbortSignal,
): Promise<Given<AwsKeys>> {
  const own = { Action: 'AssumeRoleWithWebIdentity', WebIdentityToken: token }
  return await askSts(null, region, { ...own, RoleArn: arn, RoleSessionName: sessionName }, host, signal)
}

async function askSts(
  keys: AwsKeys | null,
  region: string,
  parameters: Record<string, string> & { RoleArn: string },
  host: AwsHost,
  signal: AbortSignal,
): Promise<Given<AwsKeys>> {
  const { RoleArn: arn } = parameters
  const query = {
    ...{ service: 'sts', region, keys },
    parameters: { ...parameters, Version: '2011-06-15' },
    refusal: (told: string) => `AWS does not give the role ${arn}: ${told}`,
  }
  const read = await askAwsQuery(query, host, signal)
  const [accessKey, secretKey, sessionToken] = [
    ...[read('AccessKeyId'), read('SecretAccessKey'), read('SessionToken')],
  ]
  const ends = Date.parse(read('Expiration') ?? '')
  if (!accessKey || !secretKey || !sessionToken || Number.isNaN(ends)) {
    throw new ConnectionFailed(`AWS sent no keys of the role ${arn}.`)
  }
  return { value: { accessKey, secretKey, sessionToken }, ends }
}
