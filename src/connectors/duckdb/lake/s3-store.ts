import { ConnectionFailed } from '../../connector-errors.ts'
import { awsKeys, forgetAwsKeys } from '../../credentials/aws-identity.ts'
import { awsEndpoint, refusalIn, signed } from '../../credentials/aws-signing.ts'
import type { AwsIdentity } from '../../credentials/aws-types.ts'
import { startOf, textOf } from '../../http-answer.ts'
import {
  askStore,
  FileChanged,
  maxPage,
  type ObjectStore,
  pageTooLong,
  pathOf,
  rangeHeader,
  type StoreHost,
} from './object-store.ts'
import { readXmlPage } from './xml-page.ts'

export interface S3Place {
  bucket: string
  /** null: that of AWS in the region */
  endpoint: string | null
  /** null: the requests are not signed */
  identity: AwsIdentity | null
  region: string
}

/** The SHA-256 of nothing: requests that only read have no body. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Amazon S3, and servers with its interface. The name of the bucket is in the path, which all of them understand. */
export function s3Store({ bucket, endpoint, identity, region }: S3Place, host: StoreHost): ObjectStore {
  const root = `${endpoint ?? awsEndpoint('s3', region)}/${encodeURIComponent(bucket)}`
  const send = async (url: string, own: Record<string, string>, signal: AbortSignal) => {
    const headers = { ...own, 'x-amz-content-sha256': emptyHash }
    const sent =
      identity === null
        ? own
        : await signed(
            { method: 'GET', url, headers },
            { keys: await awsKeys(identity, host, signal), region, service: 's3' },
          )
    return await host.fetchServer(url, { headers: sent, keepsPacked: true }, signal)
  }
  const refusal = async (reply: Response): Promise<Error> => {
    const { code, message } = refusalIn(await startOf(reply), reply)
    if (reply.status === 412 || code === 'NoSuchKey') return new FileChanged()
    const found = reply.headers.get('x-amz-bucket-region') ?? /expecting '([\w-]+)'/.exec(message)?.[1]
    if (ofKeys.has(code)) {
      if (identity !== null) forgetAwsKeys(identity)
      return new ConnectionFailed(`The store refuses the credentials (${code}): ${message}`)
    }
    if (code === 'NoSuchBucket') return new ConnectionFailed(`There is no bucket ${bucket} at ${root}.`)
    if (code === 'AccessDenied' || reply.status === 403) {
      const who = identity === null ? 'without credentials' : 'with these credentials'
      return new ConnectionFailed(`The store does not let the bucket ${bucket} be read ${who}: ${message}`)
    }
    if (found && found !== region) {
      return new ConnectionFailed(`The bucket ${bucket} is in the region ${found}, not in ${region}.`)
    }
    const named = code === '' ? `status ${reply.status}` : code
    return new ConnectionFailed(`The store at ${root} answers with ${named}: ${message}`)
  }
  const ask = (url: string, headers: Record<string, string>, signal: AbortSignal) =>
    askStore(() => send(url, headers, signal), refusal, signal)
  return {
    place: `the bucket ${bucket}`,
    async *list(prefix, signal) {
      let token: string | null = null
      do {
        const query = new URLSearchParams({
          ...{ 'list-type': '2', 'max-keys': '1000', 'encoding-type': 'url', prefix },
          ...(token === null ? {} : { 'continuation-token': token }),
        })
        // signatures count `%20`, which some servers take for another sign than `+`
        const url = `${root}?${query.toString().replaceAll('+', '%20')}`
        const page = await textOf(await ask(url, {}, signal), maxPage, pageTooLong)
        const { items, others } = await readXmlPage(page, 'Contents')
        if (!page.includes('ListBucketResult'))
          throw new ConnectionFailed(`${root} is not a bucket: it answers without a list of files.`)
        const isEncoded = others.get('EncodingType') === 'url'
        yield items.map((item) => ({
          key: isEncoded ? decoded(item.get('Key') ?? '') : (item.get('Key') ?? ''),
          size: Number(item.get('Size')),
          version: item.get('ETag') ?? '',
        }))
        token = others.get('IsTruncated') === 'true' ? (others.get('NextContinuationToken') ?? '') : null
      } while (token)
    },
    async read(object, range, signal) {
      const headers = { ...rangeHeader(range), ...(object.version && { 'if-match': object.version }) }
      return await ask(`${root}/${pathOf(object.key)}`, headers, signal)
    },
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Refusals that mean the keys. */
const ofKeys = new Set([
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken', 'TokenRefreshRequired'],
  ...['InvalidSecurity', 'RequestTimeTooSkewed', 'AccessKeyIdNotFound', 'Unauthorized'],
])
