import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { type HeardRequest, type HttpDouble, type Reply, startHttpDouble } from '#test/live/http-double.ts'
import type { ConnectorOptions, ServerRequest } from '../../connector.ts'
import { failureOf } from '../../connector-stand.ts'
import { files } from '../files/files-connector.ts'
import { bytesOfObject } from './bring-object.ts'
import { readLakeOptions } from './lake-options.ts'
import { openStore } from './open-store.ts'

let double: HttpDouble | null = null
afterEach(async () => {
  await double?.stop()
  double = null
})

const signal = AbortSignal.timeout(60_000)
const serverFetch = createServerFetch({ version: 'test' })

/** What is sent to Google or Azure comes to the double. */
async function storeOf(options: ConnectorOptions) {
  const read = readLakeOptions(options)
  if (read === null || isPhrase(read)) throw new Error(String(read))
  const fetchServer = (url: string, init: ServerRequest, until: AbortSignal) =>
    serverFetch(url.replace(/^https:\/\/[\w.]+/, double?.url ?? ''), init, until)
  return await openStore(read, { fetchServer })
}

async function listOf(options: ConnectorOptions, prefix = '') {
  const pages: string[][] = []
  for await (const page of (await storeOf(options)).list(prefix, signal))
    pages.push(page.map(({ key, size, version }) => `${key} ${size} ${version}`))
  return pages
}

const xml = (body: string, status = 200): Reply => ({ status, type: 'application/xml', body })

describe('Azure Blob Storage', () => {
  const accountKey = Buffer.from('a key').toString('base64')
  const options = { storage: 'azure', bucket: 'lake', account: 'shop1', account_key: accountKey }

  /** Refuses what Azure refuses, by its description of shared keys. */
  const azure = (request: HeardRequest): Reply => {
    const { headers } = request
    const url = new URL(request.path, 'http://any')
    if (headers['x-ms-version'] !== '2021-12-02')
      return xml('<Error><Code>InvalidHeaderValue</Code></Error>', 400)
    const sent = Date.parse(headers['x-ms-date'] ?? '')
    const fields = [
      'GET',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      headers['if-match'] ?? '',
      '',
      '',
      headers['range'] ?? '',
    ]
    const own = `x-ms-date:${headers['x-ms-date']}\nx-ms-version:2021-12-02\n`
    const names = [...url.searchParams.keys()].sort()
    const query = names.map((name) => `\n${name}:${url.searchParams.get(name)}`).join('')
    const text = `${fields.join('\n')}\n${own}/shop1${url.pathname}${query}`
    const signature = createHmac('sha256', Buffer.from(accountKey, 'base64')).update(text).digest('base64')
    const isRight = headers['authorization'] === `SharedKey shop1:${signature}`
    if (!isRight || !(Math.abs(Date.now() - sent) < 15 * 60_000))
      return xml(
        '<Error><Code>AuthenticationFailed</Code><Message>Wrong signature.\nRequestId:1</Message></Error>',
        403,
      )
    if (url.pathname === '/lake/a/%C3%A9%20%2B1.csv') {
      if (headers['if-match'] !== '"0x1"') return xml('<Error><Code>ConditionNotMet</Code></Error>', 412)
      return { status: 206, type: 'text/csv', body: 'bc' }
    }
    if (url.pathname !== '/lake') return xml('<Error><Code>ContainerNotFound</Code></Error>', 404)
    const { restype, comp, prefix } = Object.fromEntries(url.searchParams)
    if (restype !== 'container' || comp !== 'list' || prefix !== 'a/') return xml('<Error/>', 400)
    const blob = (name: string, more = '') =>
      `<Blob><Name>${name}</Name><Properties><Etag>0x1</Etag><Content-Length>3</Content-Length>${more}</Properties></Blob>`
    const list = (blobs: string, next: string) =>
      xml(
        `<?xml version="1.0"?><EnumerationResults><Blobs>${blobs}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
      )
    if (url.searchParams.get('marker') === 'two &more') return list(blob('a/z&amp;.csv'), '')
    return list(blob('a/é +1.csv') + blob('a/b', '<ResourceType>directory</ResourceType>'), 'two &amp;more')
  }

  it('lists page by page and reads ranges, signed by the key of the account', async () => {
    double = await startHttpDouble(azure)
    expect(await listOf(options, 'a/')).toEqual([['a/é +1.csv 3 0x1'], ['a/z&.csv 3 0x1']])
    const store = await storeOf(options)
    const object = { key: 'a/é +1.csv', size: 3, version: '0x1' }
    expect(String(await bytesOfObject(store, object, { start: 1, end: 2 }, signal))).toBe('bc')
    const changed = { ...object, version: '0x2' }
    expect(String(await failureOf(bytesOfObject(store, changed, { start: 1, end: 2 }, signal)))).toMatch(
      /changed or deleted while it was read/,
    )
  })

  it('says what is wrong, without the key', async () => {
    double = await startHttpDouble(azure)
    const other = { ...options, account_key: Buffer.from('other').toString('base64') }
    expect(String(await failureOf(listOf(other, 'a/')))).toBe(
      'ConnectionFailed: Azure does not let the container lake be read (AuthenticationFailed): Wrong signature.',
    )
    expect(String(await failureOf(listOf({ ...options, bucket: 'nowhere' }, 'a/')))).toMatch(
      /There is no container nowhere in the storage account shop1/,
    )
  })
})

describe('Google Cloud Storage', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = JSON.stringify({
    ...{ type: 'service_account', client_email: 'reader@shop.example' },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
  const options = { storage: 'gcs', bucket: 'lake', jsonKeyFile: Buffer.from(keyFile).toString('base64') }

  const google = ({ method, path, headers }: HeardRequest): Reply => {
    const url = new URL(path, 'http://any')
    const fail = (status: number, message: string): Reply => ({
      status,
      body: JSON.stringify({ error: { message } }),
    })
    if (url.pathname === '/token' && method === 'POST')
      return { body: JSON.stringify({ access_token: 'abc', expires_in: 3600 }) }
    if (headers['authorization'] !== 'Bearer abc') return fail(401, 'Anonymous caller has no access.')
    if (url.pathname === '/storage/v1/b/lake/o/a%2Fb%20%2B.csv') {
      if (url.searchParams.get('alt') !== 'media') return fail(400, 'no alt')
      if (url.searchParams.get('ifGenerationMatch') !== '7') return fail(412, 'changed')
      return { status: headers['range'] === 'bytes=1-2' ? 206 : 200, body: 'bc' }
    }
    if (url.pathname !== '/storage/v1/b/lake/o') return fail(404, 'The specified bucket does not exist.')
    if (url.searchParams.get('prefix') !== 'a/') return fail(400, 'no prefix')
    if (url.searchParams.get('pageToken') === 'next') return { body: '{}' }
    return {
      body: '{"items": [{"name": "a/b +.csv", "size": "3", "generation": "7"}], "nextPageToken": "next"}',
    }
  }

  it('lists page by page and reads ranges of one version', async () => {
    double = await startHttpDouble(google)
    expect(await listOf(options, 'a/')).toEqual([['a/b +.csv 3 7'], []])
    const store = await storeOf(options)
    const object = { key: 'a/b +.csv', size: 3, version: '7' }
    expect(String(await bytesOfObject(store, object, { start: 1, end: 2 }, signal))).toBe('bc')
    const changed = { ...object, version: '8' }
    expect(String(await failureOf(bytesOfObject(store, changed, { start: 1, end: 2 }, signal)))).toMatch(
      /changed or deleted while it was read/,
    )
  })

  it('says what is wrong', async () => {
    double = await startHttpDouble(google)
    expect(String(await failureOf(listOf({ ...options, is_public: true }, 'a/')))).toMatch(
      /does not let the bucket lake be read without credentials: Anonymous caller has no access/,
    )
    expect(String(await failureOf(listOf({ ...options, bucket: 'nowhere' }, 'a/')))).toMatch(
      /There is no bucket nowhere: The specified bucket does not exist/,
    )
  })
})

describe('a store with the interface of S3', () => {
  it('is not signed if it is public, and says its region', async () => {
    double = await startHttpDouble(({ path, headers }) => {
      if (headers['authorization'] !== undefined) return xml('<Error><Code>AccessDenied</Code></Error>', 403)
      if (path.startsWith('/other'))
        return {
          ...xml('<Error><Code>PermanentRedirect</Code><Message>Elsewhere.</Message></Error>', 301),
          headers: { 'x-amz-bucket-region': 'eu-west-3' },
        } as Reply
      return xml(
        '<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated><Contents><Key>a%2Fb+%2B.csv</Key><Size>3</Size><ETag>&quot;x&quot;</ETag></Contents></ListBucketResult>',
      )
    })
    const options = { storage: 's3', endpoint: double.url, bucket: 'lake', region: 'auto', is_public: true }
    expect(await listOf(options)).toEqual([['a/b +.csv 3 "x"']])
    expect(String(await failureOf(listOf({ ...options, bucket: 'other' })))).toMatch(
      /The bucket other is in the region eu-west-3, not in auto/,
    )
  })
})

it.each([
  [{ storage: 's3', bucket: 'a/b', region: 'eu-west-1' }, /^Bucket or Container must be/],
  [{ storage: 's3', bucket: 'lake' }, /^AWS Region must be/],
  [{ storage: 's3', bucket: 'lake', endpoint: 'http://me:secret@minio' }, /^Endpoint must be/],
  [
    { storage: 's3', bucket: 'lake', region: 'eu-west-1', access_key: 'a' },
    /^Access Key and Secret Key are given/,
  ],
  [{ storage: 'gcs', bucket: 'lake', jsonKeyFile: 'x' }, /must be the file of a key/],
  [{ storage: 'gcs', bucket: 'lake', endpoint: 'https://x.example' }, /Leave Endpoint empty/],
  [{ storage: 'azure', bucket: 'lake' }, /^Azure Storage Account must be/],
  [
    { storage: 'azure', bucket: 'lake', account: 'shop1', sas_token: 'https://x' },
    /^Azure SAS Token must be/,
  ],
  [{ storage: 'azure', bucket: 'lake', account: 'shop1', client_secret: 'x' }, /are given together/],
  [{ storage: 'ftp', bucket: 'lake' }, /^Files Beside Uploads must be/],
])('refuses options that do not fit: %j', (options, message) => {
  expect(String(files.validate?.(options))).toMatch(message)
})

it('takes uploads alone, and references to secrets', () => {
  expect(files.validate?.({})).toBeNull()
  const azure = { storage: 'azure', bucket: 'lake', account: 'shop1' }
  expect(files.validate?.({ ...azure, account_key: '${env:SEXTANT_SECRET_LAKE}' })).toBeNull()
  expect(files.validate?.({ storage: 'gcs', bucket: 'lake', jsonKeyFile: '${file:google.json}' })).toBeNull()
})
