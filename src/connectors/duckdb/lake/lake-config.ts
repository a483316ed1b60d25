import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'

const only = (stores: readonly string[], options: readonly string[]) =>
  Object.fromEntries(options.map((option) => [option, { storage: [...stores] }]))

/** A folder of files beside the uploads; without `storage` there are uploads only. */
export const lakeConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    storage: {
      type: 'string',
      title: 'Files Beside Uploads',
      default: 'none',
      extendedEnum: [
        { value: 'none', name: 'None' },
        { value: 's3', name: 'Amazon S3, MinIO, R2 and others' },
        { value: 'gcs', name: 'Google Cloud Storage' },
        { value: 'azure', name: 'Azure Blob Storage' },
      ],
    },
    bucket: { type: 'string', title: 'Bucket or Container' },
    prefix: { type: 'string', title: 'Folder' },
    tables_per: {
      type: 'string',
      title: 'A Table for Each',
      default: 'folder',
      extendedEnum: [
        { value: 'folder', name: 'Folder' },
        { value: 'file', name: 'File' },
      ],
    },
    is_public: { type: 'boolean', title: 'Public, without credentials' },
    region: { type: 'string', title: 'AWS Region' },
    access_key: { type: 'string', title: 'Access Key' },
    secret_key: { type: 'string', title: 'Secret Key' },
    jsonKeyFile: { type: 'string', title: 'Google JSON Key File' },
    account: { type: 'string', title: 'Azure Storage Account' },
    account_key: { type: 'string', title: 'Azure Account Key' },
    sas_token: { type: 'string', title: 'Azure SAS Token' },
    tenant_id: { type: 'string', title: 'Azure Tenant ID' },
    client_id: { type: 'string', title: 'Azure Client ID' },
    client_secret: { type: 'string', title: 'Azure Client Secret' },
    endpoint: { type: 'string', title: 'Endpoint' },
    session_token: { type: 'string', title: 'Session Token' },
    iam_role: { type: 'string', title: 'IAM role to assume' },
    external_id: { type: 'string', title: 'External ID to be used while STS assume role' },
  },
  order: [
    ...['storage', 'bucket', 'prefix', 'tables_per', 'is_public', 'region', 'access_key', 'secret_key'],
    ...['jsonKeyFile', 'account', 'account_key', 'sas_token', 'tenant_id', 'client_id', 'client_secret'],
  ],
  secret: ['secret_key', 'session_token', 'jsonKeyFile', 'account_key', 'sas_token', 'client_secret'],
  extra_options: [
    ...['sas_token', 'tenant_id', 'client_id', 'client_secret'],
    ...['endpoint', 'session_token', 'iam_role', 'external_id'],
  ],
  // a source of uploads needs none of these, and a store only its own
  only_with: {
    ...only(['s3', 'gcs', 'azure'], ['bucket', 'prefix', 'tables_per', 'is_public']),
    ...only(['s3'], ['region', 'access_key', 'secret_key', 'session_token', 'iam_role', 'external_id']),
    ...only(['gcs'], ['jsonKeyFile']),
    ...only(['azure'], ['account', 'account_key', 'sas_token', 'tenant_id', 'client_id', 'client_secret']),
    ...only(['s3', 'azure'], ['endpoint']),
  },
  // keys sign, and a token that they give is sent to the endpoint
  sent_to: {
    secret_key: ['storage', 'endpoint', 'access_key'],
    session_token: ['storage', 'endpoint', 'access_key'],
    account_key: ['storage', 'endpoint', 'account'],
    sas_token: ['storage', 'endpoint', 'account'],
    client_secret: ['storage', 'endpoint', 'account', 'tenant_id', 'client_id'],
  },
}
