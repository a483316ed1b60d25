import type { IncomingMessage } from 'node:http'
import { faultOfSignature } from './aws-signature.ts'

export interface Account {
  accessKey: string
  secretKey: string
  sessionToken?: string
  region: string
}

/** What the service answers with instead of a result. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const invalid = (message: string) => new Refusal('InvalidRequestException', message)

/** The members of each operation, by its public model; the first ones are required. */
const members: Readonly<Record<string, readonly [required: readonly string[], optional: readonly string[]]>> =
  {
    StartQueryExecution: [
      ['QueryString'],
      [
        ...['ClientRequestToken', 'ExecutionParameters', 'QueryExecutionContext', 'ResultConfiguration'],
        ...['ResultReuseConfiguration', 'WorkGroup'],
      ],
    ],
    GetQueryExecution: [['QueryExecutionId'], []],
    StopQueryExecution: [['QueryExecutionId'], []],
    GetQueryResults: [['QueryExecutionId'], ['MaxResults', 'NextToken', 'QueryResultType']],
    GetDatabases: [[], ['CatalogId', 'MaxResults', 'NextToken', 'ResourceShareType']],
    GetTables: [
      ['DatabaseName'],
      ['CatalogId', 'Expression', 'MaxResults', 'NextToken', 'QueryAsOfTime', 'TransactionId'],
    ],
  }

/** What is asked, if it is asked as the public model wants it. Throws Refusal. */
export function readRequest(
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
  account: Account,
): [operation: string, input: Record<string, unknown>] {
  const [, target = '', operation = ''] =
    /^(AmazonAthena|AWSGlue)\.(\w+)$/.exec(String(headers['x-amz-target'])) ?? []
  const isGlue = operation === 'GetDatabases' || operation === 'GetTables'
  const wanted = members[operation]
  if (method !== 'POST' || url !== '/' || wanted === undefined || isGlue !== (target === 'AWSGlue')) {
    throw new Refusal('UnknownOperationException', '')
  }
  const service = isGlue ? 'glue' : 'athena'
  const fault = faultOfSignature({ method, url, headers, body }, account, { service, region: account.region })
  if (fault !== null) throw new Refusal(fault, 'The security token included in the request is invalid.')
  if (headers['content-type'] !== 'application/x-amz-json-1.1')
    throw new Refusal('SerializationException', '')
  const input = JSON.parse(body) as Record<string, unknown>
  const [required, optional] = wanted
  const given = Object.keys(input)
  const unknown = given.filter((name) => !required.includes(name) && !optional.includes(name))
  const missing = required.filter((name) => !given.includes(name))
  if (unknown.length + missing.length > 0)
    throw invalid(`wrong members: ${[...unknown, ...missing].join(', ')}`)
  if (operation === 'StartQueryExecution') requireStart(input)
  return [operation, input]
}

function requireStart(input: Record<string, unknown>): void {
  const { QueryString, ClientRequestToken, ResultConfiguration, ResultReuseConfiguration, WorkGroup } = input
  if (typeof QueryString !== 'string' || QueryString === '' || QueryString.length > 262_144) {
    throw invalid('Query string must have 1 to 262144 characters')
  }
  if (!/^.{32,128}$/.test(String(ClientRequestToken))) throw invalid('wrong length of ClientRequestToken')
  if (WorkGroup !== undefined && WorkGroup !== 'primary')
    throw invalid(`WorkGroup ${WorkGroup} is not found.`)
  const { OutputLocation, EncryptionConfiguration } = (ResultConfiguration ?? {}) as Record<string, unknown>
  if (!/^s3:\/\/[a-z0-9.-]{3,63}(\/|$)/.test(String(OutputLocation))) {
    throw invalid('outputLocation is not a valid S3 path.')
  }
  const { EncryptionOption = 'SSE_S3', KmsKey } = (EncryptionConfiguration ?? {}) as Record<string, unknown>
  if (EncryptionOption !== 'SSE_S3' && KmsKey === undefined) throw invalid('KmsKey is required')
  const byAge = (ResultReuseConfiguration as Record<string, unknown> | undefined)?.[
    'ResultReuseByAgeConfiguration'
  ]
  if (ResultReuseConfiguration !== undefined) {
    const { Enabled, MaxAgeInMinutes } = (byAge ?? {}) as Record<string, unknown>
    const isAge = Number.isInteger(MaxAgeInMinutes) && Number(MaxAgeInMinutes) <= 10_080
    if (typeof Enabled !== 'boolean' || !isAge) throw invalid('wrong ResultReuseByAgeConfiguration')
  }
}
