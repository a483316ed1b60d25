import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { readAwsIdentity } from '../credentials/aws-identity.ts'
import {
  killRedshiftOrphan,
  openRedshift,
  readRedshiftOptions,
  redshift,
  redshiftProperties,
} from './redshift-connector.ts'
import type { ClusterAccess } from './redshift-login.ts'

const config: ConfigurationSchema = {
  type: 'object',
  properties: {
    rolename: { type: 'string', title: 'IAM Role Name' },
    aws_region: { type: 'string', title: 'AWS Region' },
    aws_access_key_id: { type: 'string', title: 'AWS Access Key ID' },
    aws_secret_access_key: { type: 'string', title: 'AWS Secret Access Key' },
    clusterid: { type: 'string', title: 'Redshift Cluster ID' },
    host: { type: 'string' },
    port: { type: 'number' },
    user: { type: 'string' },
    ...redshiftProperties,
  },
  order: [
    ...['rolename', 'aws_region', 'aws_access_key_id', 'aws_secret_access_key', 'clusterid', 'host', 'port'],
    ...['user', 'dbname', 'sslmode', 'adhoc_query_group', 'scheduled_query_group'],
  ],
  required: ['aws_region', 'host', 'port', 'user', 'dbname'],
  secret: ['aws_secret_access_key'],
  // it is itself not sent, but what it gets is
  sent_to: { aws_secret_access_key: ['aws_access_key_id', 'host', 'port'] },
}

function readClusterAccess(options: ConnectorOptions): ClusterAccess | Phrase {
  const identity = readAwsIdentity(
    {
      ...{ region: options.aws_region, role: options.rolename },
      ...{ accessKey: options.aws_access_key_id, secretKey: options.aws_secret_access_key },
    },
    {
      ...{ region: 'AWS Region', accessKey: 'AWS Access Key ID', secretKey: 'AWS Secret Access Key' },
      role: 'IAM Role Name',
    },
  )
  if (isPhrase(identity)) return identity
  const read = readRedshiftOptions(options)
  if (isPhrase(read)) return read
  const { host, user, database } = read
  const given = typeof options.clusterid === 'string' ? options.clusterid.trim() : ''
  const isServerless = /\.redshift-serverless\.amazonaws\.com(?:\.cn)?$/.test(host)
  // both kinds of addresses begin with it
  const id = given || (/^([\w-]+)\..+\.amazonaws\.com(?:\.cn)?$/.exec(host)?.[1] ?? '')
  if (id === '') {
    return phrase('Redshift Cluster ID is missing: it is not a part of the host.')
  }
  return { identity, kind: isServerless ? 'workgroup' : 'cluster', id, user, database }
}

/** Amazon Redshift with passwords that AWS gives for a while (docs/reference/connectors.md#redshift). */
export const redshiftIam: Connector = {
  ...redshift,
  type: 'redshift_iam',
  name: 'Redshift (with IAM User/Role)',
  config,
  validate(options) {
    const read = readClusterAccess(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { user, password } = await login(options, host, signal)
    return await openRedshift({ ...options, user }, password, host, signal)
  },
  async killOrphan(options, host, backend) {
    const { user, password } = await login(options, host, AbortSignal.timeout(10_000))
    await killRedshiftOrphan({ ...options, user }, password, host, backend)
  },
}

async function login(options: ConnectorOptions, host: ConnectorHost, signal: AbortSignal) {
  const access = readClusterAccess(options)
  if (isPhrase(access)) throw new ConnectionFailed(String(access))
  const { redshiftLogin } = await import('./redshift-login.ts')
  return await redshiftLogin(access, host, signal)
}
