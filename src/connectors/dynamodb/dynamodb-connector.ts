import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions } from '../connector.ts'
import { readAwsIdentity } from '../credentials/aws-identity.ts'
import { standardBinding } from '../standard-dialect.ts'
import type { DynamoOptions } from './dynamodb-run.ts'

const config: ConfigurationSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', title: 'AWS Region' },
    access_key: { type: 'string', title: 'AWS Access Key' },
    secret_key: { type: 'string', title: 'AWS Secret Key' },
    session_token: { type: 'string', title: 'AWS Session Token' },
    iam_role: { type: 'string', title: 'IAM role to assume' },
    external_id: { type: 'string', title: 'External ID to be used while STS assume role' },
    consistent_read: { type: 'boolean', title: 'Strongly consistent reads' },
  },
  order: ['region', 'access_key', 'secret_key'],
  required: ['region'],
  secret: ['secret_key', 'session_token'],
  extra_options: ['session_token', 'iam_role', 'external_id', 'consistent_read'],
  // both are of one key; neither is sent to a place that an option names
  sent_to: { secret_key: ['access_key'], session_token: ['access_key'] },
}

/** The options, or a message that names the wrong one. */
function readDynamoOptions(options: ConnectorOptions): DynamoOptions | Phrase {
  const identity = readAwsIdentity(
    {
      ...{ region: options.region, accessKey: options.access_key, secretKey: options.secret_key },
      ...{ sessionToken: options.session_token, role: options.iam_role, externalId: options.external_id },
    },
    {
      ...{ region: 'AWS Region', accessKey: 'AWS Access Key', secretKey: 'AWS Secret Key' },
      role: 'IAM role to assume',
    },
  )
  return isPhrase(identity) ? identity : { identity, isConsistent: options.consistent_read === true }
}

/** Amazon DynamoDB by PartiQL (docs/reference/connectors.md#dynamodb). */
export const dynamodb: Connector = {
  type: 'dynamodb',
  name: 'Amazon DynamoDB',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config,
  // the language has none
  autoLimit: null,
  binds: standardBinding,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readDynamoOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openDynamodb } = await import('./dynamodb-session.ts')
    return await openDynamodb(readDynamoOptions(options), host)
  },
}
