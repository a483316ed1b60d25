import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../../connector.ts'
import { readAwsIdentity } from '../../credentials/aws-identity.ts'
import { readGoogleKey } from '../../credentials/google-credentials.ts'
import type { AzurePlace, AzureProof } from './azure-store.ts'
import type { GcsPlace } from './gcs-store.ts'
import { readEndpoint } from './object-store.ts'
import type { S3Place } from './s3-store.ts'

export interface LakeOptions {
  store: ({ kind: 's3' } & S3Place) | ({ kind: 'gcs' } & GcsPlace) | ({ kind: 'azure' } & AzurePlace)
  /** with a slash at its end; '': everything in the bucket */
  prefix: string
  tablesPer: 'folder' | 'file'
}

export const hasFolder = ({ storage }: ConnectorOptions): boolean =>
  typeof storage === 'string' && storage !== '' && storage !== 'none'

/** The options, or a message that names the wrong one; null: there are uploads only. */
export function readLakeOptions(options: ConnectorOptions): LakeOptions | Phrase | null {
  if (!hasFolder(options)) return null
  const store = readStore(options)
  if (isPhrase(store)) return store
  const folder = text(options['prefix']).replace(/^\/+|\/+$/g, '')
  return {
    store,
    prefix: folder === '' ? '' : `${folder}/`,
    tablesPer: options['tables_per'] === 'file' ? 'file' : 'folder',
  }
}

function readStore(options: ConnectorOptions): LakeOptions['store'] | Phrase {
  const [bucket, named] = [text(options['bucket']), text(options['endpoint'])]
  if (!/^[\w$][\w.-]{1,221}$/.test(bucket))
    return phrase('Bucket or Container must be the name of a bucket or container, without a folder.')
  const endpoint = named === '' ? null : readEndpoint(named)
  if (named !== '' && endpoint === null)
    return phrase('Endpoint must be an address such as https://minio.example.com:9000, without a password.')
  const isPublic = options['is_public'] === true
  switch (options['storage']) {
    case 's3':
      return readS3(options, { bucket, endpoint, isPublic })
    case 'gcs': {
      if (endpoint !== null) return phrase('Google Cloud Storage has one address. Leave Endpoint empty.')
      const file = text(options['jsonKeyFile'])
      const key = file === '' || isPublic ? null : readGoogleKey(file)
      return isPhrase(key) ? key : { kind: 'gcs', bucket, key, isPublic }
    }
    case 'azure':
      return readAzure(options, { container: bucket, endpoint, isPublic })
    default:
      return phrase('Files Beside Uploads must be s3, gcs, azure or none.')
  }
}

function readS3(
  options: ConnectorOptions,
  { bucket, endpoint, isPublic }: { bucket: string; endpoint: string | null; isPublic: boolean },
): LakeOptions['store'] | Phrase {
  const region = text(options['region']) || (endpoint === null ? '' : 'us-east-1')
  // other stores have regions of their own names, and no roles
  if (endpoint !== null && !/^[\w-]{1,64}$/.test(region))
    return phrase('{option} must be the code of a region, such as eu-central-1.', { option: 'AWS Region' })
  const identity = readAwsIdentity(
    {
      region: endpoint === null ? region : 'us-east-1',
      ...{ accessKey: options['access_key'], secretKey: options['secret_key'] },
      ...{ sessionToken: options['session_token'] },
      ...{ role: options['iam_role'], externalId: options['external_id'] },
    },
    {
      ...{ region: 'AWS Region', accessKey: 'Access Key', secretKey: 'Secret Key' },
      role: 'IAM role to assume',
    },
  )
  if (isPhrase(identity)) return identity
  return { kind: 's3', bucket, endpoint, region, identity: isPublic ? null : identity }
}

function readAzure(
  options: ConnectorOptions,
  place: { container: string; endpoint: string | null; isPublic: boolean },
): LakeOptions['store'] | Phrase {
  const { container, endpoint, isPublic } = place
  const account = text(options['account'])
  if (!/^[a-z0-9]{3,24}$/.test(account))
    return phrase(
      'Azure Storage Account must be the name of an account: 3 to 24 lower-case letters and digits.',
    )
  const proof = isPublic ? ({ kind: 'nothing' } as const) : readProof(options)
  return isPhrase(proof) ? proof : { kind: 'azure', account, container, endpoint, proof }
}

function readProof(options: ConnectorOptions): AzureProof | Phrase {
  const [key, sas] = [text(options['account_key']), text(options['sas_token'])]
  if (key !== '') {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return phrase('Azure Account Key is not the key of an account.')
    return { kind: 'account key', key }
  }
  if (sas !== '') {
    const query = sas.replace(/^\?/, '')
    if (!/^[\w.~%&=:+/-]+$/.test(query) || !query.includes('sig='))
      return phrase('Azure SAS Token must be a token such as sv=…&sig=…, without the address.')
    return { kind: 'sas', query }
  }
  const [tenant, clientId] = [text(options['tenant_id']), text(options['client_id'])]
  const secret = text(options['client_secret'])
  if (secret === '') {
    // the identity of the machine, if the operator lets it be used
    return { kind: 'identity', identity: { kind: 'machine', clientId: clientId || null } }
  }
  if (tenant === '' || clientId === '')
    return phrase('Azure Tenant ID, Azure Client ID and Azure Client Secret are given together.')
  return { kind: 'identity', identity: { kind: 'service principal', tenant, clientId, secret } }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
