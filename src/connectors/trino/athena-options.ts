import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { readAwsIdentity } from '../credentials/aws-identity.ts'
import type { AwsIdentity } from '../credentials/aws-types.ts'

export const athenaConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', title: 'AWS Region' },
    aws_access_key: { type: 'string', title: 'AWS Access Key' },
    aws_secret_key: { type: 'string', title: 'AWS Secret Key' },
    s3_staging_dir: { type: 'string', title: 'S3 Staging (Query Results) Bucket Path' },
    schema: { type: 'string', title: 'Schema Name', default: 'default' },
    work_group: { type: 'string', title: 'Athena Work Group', default: 'primary' },
    cost_per_tb: { type: 'number', title: 'Athena cost per Tb scanned (USD)', default: 5 },
    result_reuse_enable: { type: 'boolean', title: 'Reuse Athena query results' },
    result_reuse_minutes: { type: 'number', title: 'Minutes to reuse Athena query results', default: 60 },
    glue: { type: 'boolean', title: 'Use Glue Data Catalog' },
    catalog_ids: {
      type: 'string',
      title: 'Enter Glue Data Catalog IDs, separated by commas (leave blank for default catalog)',
    },
    encryption_option: { type: 'string', title: 'Encryption Option' },
    kms_key: { type: 'string', title: 'KMS Key' },
    aws_session_token: { type: 'string', title: 'AWS Session Token' },
    iam_role: { type: 'string', title: 'IAM role to assume' },
    external_id: { type: 'string', title: 'External ID to be used while STS assume role' },
    max_scanned_mb: { type: 'number', title: 'Limit of data scanned per query (MB)' },
  },
  order: [
    ...[
      'region',
      'aws_access_key',
      'aws_secret_key',
      's3_staging_dir',
      'schema',
      'work_group',
      'cost_per_tb',
    ],
    ...['result_reuse_enable', 'result_reuse_minutes'],
  ],
  required: ['region', 's3_staging_dir'],
  secret: ['aws_secret_key', 'aws_session_token'],
  extra_options: [
    ...['cost_per_tb', 'result_reuse_enable', 'result_reuse_minutes', 'glue', 'catalog_ids'],
    ...['encryption_option', 'kms_key', 'aws_session_token', 'iam_role', 'external_id', 'max_scanned_mb'],
  ],
  // both are of one key; neither is sent to a place that an option names
  sent_to: { aws_secret_key: ['aws_access_key'], aws_session_token: ['aws_access_key'] },
}

const encryptions = ['SSE_S3', 'SSE_KMS', 'CSE_KMS'] as const

export interface AthenaOptions {
  identity: AwsIdentity
  /** where Athena writes the result: `s3://bucket/path/` */
  output: string
  database: string
  workGroup: string
  dollarsPerTerabyte: number
  /** of an earlier result that may be given again; null: none is */
  reuseMinutes: number | null
  encryption: { EncryptionOption: string; KmsKey?: string } | null
  /** ids of catalogs of Glue, '' for the account's own; null: the schema is asked of Athena */
  catalogs: readonly string[] | null
  /** null: none */
  maxScannedBytes: number | null
}

/** The options, or a message that names the wrong one. */
export function readAthenaOptions(options: ConnectorOptions): AthenaOptions | Phrase {
  const identity = readAwsIdentity(
    {
      ...{ region: options.region, accessKey: options.aws_access_key, secretKey: options.aws_secret_key },
      ...{ sessionToken: options.aws_session_token, role: options.iam_role, externalId: options.external_id },
    },
    {
      ...{ region: 'AWS Region', accessKey: 'AWS Access Key', secretKey: 'AWS Secret Key' },
      role: 'IAM role to assume',
    },
  )
  if (isPhrase(identity)) return identity
  const output = text(options.s3_staging_dir)
  if (!/^s3:\/\/[^/\s]+/.test(output)) {
    return phrase('S3 Staging (Query Results) Bucket Path must begin with s3:// and the name of a bucket.')
  }
  const encryption = encryptionOf(text(options.encryption_option), text(options.kms_key))
  if (isPhrase(encryption)) return encryption
  const reuseMinutes = numberOf(options.result_reuse_minutes, 60)
  // the longest that Athena allows: a week
  if (!Number.isInteger(reuseMinutes) || reuseMinutes < 1 || reuseMinutes > 10_080) {
    return phrase('Minutes to reuse Athena query results must be a number from 1 to 10080.')
  }
  const dollarsPerTerabyte = numberOf(options.cost_per_tb, 5)
  if (!(dollarsPerTerabyte >= 0))
    return phrase('Athena cost per Tb scanned (USD) must be a number from 0 on.')
  const megabytes = numberOf(options.max_scanned_mb, 0)
  if (!(megabytes >= 0)) return phrase('Limit of data scanned per query (MB) must be a number from 0 on.')
  return {
    identity,
    output,
    database: text(options.schema) || 'default',
    workGroup: text(options.work_group) || 'primary',
    dollarsPerTerabyte,
    reuseMinutes: options.result_reuse_enable === true ? reuseMinutes : null,
    encryption,
    catalogs: options.glue === true ? catalogsOf(text(options.catalog_ids)) : null,
    maxScannedBytes: megabytes === 0 ? null : megabytes * 1_000_000,
  }
}

function encryptionOf(option: string, key: string): AthenaOptions['encryption'] | Phrase {
  if (option === '') return null
  if (!encryptions.some((known) => known === option)) {
    return phrase('Encryption Option must be one of {options}.', { options: encryptions.join(', ') })
  }
  if (option === 'SSE_S3') return { EncryptionOption: option }
  return key === ''
    ? phrase('KMS Key is missing: {option} needs one.', { option })
    : { EncryptionOption: option, KmsKey: key }
}

function catalogsOf(ids: string): string[] {
  const named = ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return named.length === 0 ? [''] : named
}

function numberOf(value: unknown, otherwise: number): number {
  return text(value) === '' ? otherwise : Number(value)
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
