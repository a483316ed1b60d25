import { phrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions, OutboundRequest } from '../connector.ts'
import { openDocumentReader } from '../engine-process.ts'
import type { WantedDocument } from '../engine-protocol.ts'
import { basicAuthorization, isSameOrigin, resolveUrl } from '../http-document.ts'

/** JSON documents behind URLs, described in YAML (docs/reference/connectors.md#json), read in a restricted process. */
export const json: Connector = {
  type: 'json',
  name: 'JSON',
  syntax: 'yaml',
  sqlStyle: null,
  config: {
    type: 'object',
    properties: {
      base_url: { type: 'string', title: 'Base URL' },
      username: { type: 'string', title: 'HTTP Basic Auth Username' },
      password: { type: 'string', title: 'HTTP Basic Auth Password' },
    },
    secret: ['password'],
    sent_to: { password: ['base_url'] },
    order: ['base_url', 'username', 'password'],
  },
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'own-process',
  speaksHttp: true,
  validate(options) {
    if (textOption(options, 'username') === '' || textOption(options, 'password') === '') return null
    if (URL.canParse(textOption(options, 'base_url'))) return null
    return phrase(
      'Base URL (options.base_url) is needed with a username and password: they are sent to this address only.',
    )
  },
  async open(options, host) {
    const session = openDocumentReader({
      child: new URL('./json-child.ts', import.meta.url),
      packages: ['yaml'],
      host,
      subject: textOption(options, 'base_url'),
      requestFor: (wanted) => requestFor(wanted, options),
    })
    return {
      ...session,
      // without a query there is only the base URL, which need not answer by itself
      async ping() {
        resolveUrl(textOption(options, 'base_url') || 'http://localhost/', '')
      },
      tables: async () => null,
    }
  },
}

/** Credentials of the data source are sent to its base URL only, so query authors cannot send them elsewhere. */
function requestFor(
  { url, request, hasOwnAuthorization }: WantedDocument,
  options: ConnectorOptions,
): OutboundRequest {
  const [username, password] = [textOption(options, 'username'), textOption(options, 'password')]
  const isAtHome = isSameOrigin(url, textOption(options, 'base_url'))
  if (hasOwnAuthorization || username === '' || password === '' || !isAtHome) return request
  return {
    ...request,
    headers: { ...request.headers, authorization: basicAuthorization(username, password) },
  }
}

function textOption(options: ConnectorOptions, name: string): string {
  const value = options[name]
  return typeof value === 'string' ? value : ''
}
