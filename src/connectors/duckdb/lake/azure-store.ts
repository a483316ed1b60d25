import { createHmac } from 'node:crypto'
import { ConnectionFailed } from '../../connector-errors.ts'
import { refusalIn } from '../../credentials/aws-signing.ts'
import { type AzureIdentity, azureToken, forgetAzureToken } from '../../credentials/azure-credentials.ts'
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

export type AzureProof =
  | { kind: 'account key'; key: string }
  /** the query of a shared access signature, without its question mark */
  | { kind: 'sas'; query: string }
  | { kind: 'identity'; identity: AzureIdentity }
  | { kind: 'nothing' }

export interface AzurePlace {
  account: string
  container: string
  /** null: that of the account in the public cloud */
  endpoint: string | null
  proof: AzureProof
}

const version = '2021-12-02'
/** tokens for storage are made for this name, whatever the account */
const audience = 'https://storage.azure.com'

/** Azure Blob Storage. */
export function azureStore(
  { account, container, endpoint, proof }: AzurePlace,
  host: StoreHost,
): ObjectStore {
  const root = `${endpoint ?? `https://${account}.blob.core.windows.net`}/${encodeURIComponent(container)}`
  const send = async (url: string, own: Record<string, string>, signal: AbortSignal) => {
    const headers: Record<string, string> = {
      ...own,
      'x-ms-version': version,
      'x-ms-date': new Date().toUTCString(),
    }
    let target = url
    if (proof.kind === 'account key') {
      headers['authorization'] = `SharedKey ${account}:${sharedKey(proof.key, account, url, headers)}`
    } else if (proof.kind === 'identity') {
      headers['authorization'] = `Bearer ${await azureToken(proof.identity, audience, host, signal)}`
    } else if (proof.kind === 'sas') target = `${url}${url.includes('?') ? '&' : '?'}${proof.query}`
    return await host.fetchServer(target, { headers, keepsPacked: true }, signal)
  }
  const refusal = async (reply: Response): Promise<Error> => {
    const { code, message } = refusalIn(await startOf(reply), reply)
    const named = reply.headers.get('x-ms-error-code') ?? code
    // behind the first line are the id of the request and its time
    const told = message.split('\n')[0] ?? ''
    if (reply.status === 412 || named === 'BlobNotFound' || named === 'ConditionNotMet')
      return new FileChanged()
    if (named === 'ContainerNotFound')
      return new ConnectionFailed(`There is no container ${container} in the storage account ${account}.`)
    if (reply.status === 401 || reply.status === 403 || named === 'NoAuthenticationInformation') {
      if (proof.kind === 'identity') forgetAzureToken(proof.identity, audience)
      return new ConnectionFailed(`Azure does not let the container ${container} be read (${named}): ${told}`)
    }
    if (reply.status === 404 && proof.kind === 'nothing')
      return new ConnectionFailed(`The container ${container} does not exist, or it is not public: ${told}`)
    return new ConnectionFailed(
      `Azure Blob Storage answers with ${named || `status ${reply.status}`}: ${told}`,
    )
  }
  const ask = (url: string, headers: Record<string, string>, signal: AbortSignal) =>
    askStore(() => send(url, headers, signal), refusal, signal)
  return {
    place: `the container ${container}`,
    async *list(prefix, signal) {
      let marker = ''
      do {
        const query = new URLSearchParams({
          ...{ restype: 'container', comp: 'list', maxresults: '5000', prefix },
          ...(marker && { marker }),
        })
        const url = `${root}?${query.toString().replaceAll('+', '%20')}`
        const page = await textOf(await ask(url, {}, signal), maxPage, pageTooLong)
        const { items, others } = await readXmlPage(page, 'Blob')
        if (!page.includes('EnumerationResults'))
          throw new ConnectionFailed(`${root} is not a container: it answers without a list of files.`)
        yield items
          // folders of accounts with a hierarchy
          .filter((item) => item.get('ResourceType') !== 'directory')
          .map((item) => ({
            key: item.get('Name') ?? '',
            size: Number(item.get('Content-Length')),
            version: item.get('Etag') ?? '',
          }))
        marker = others.get('NextMarker') ?? ''
      } while (marker !== '')
    },
    async read({ key, version: etag }, range, signal) {
      // the list shows it without the quotes that the header has
      const quoted = etag.startsWith('"') ? etag : `"${etag}"`
      const headers = { ...rangeHeader(range), ...(etag && { 'if-match': quoted }) }
      return await ask(`${root}/${pathOf(key)}`, headers, signal)
    },
  }
}

/** The signature of a request without a body by the key of the account, as Azure describes it. */
function sharedKey(key: string, account: string, url: string, headers: Record<string, string>): string {
  const { pathname, searchParams } = new URL(url)
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')
  const query = [...searchParams]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `\n${name.toLowerCase()}:${value}`)
    .join('')
  const lines = ['GET', '', '', '', '', '', '', '', headers['if-match'] ?? '', '', '', headers['range'] ?? '']
  const text = `${lines.join('\n')}\n${own}/${account}${pathname}${query}`
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64')
}
