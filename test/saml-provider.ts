import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import { makeTestCertificate } from './live/certificates.ts'

/** The content of an assertion; valid by default. */
export interface Statement {
  name_id: string
  attributes: Record<string, readonly string[]>
  issuer: string
  audience: string
  recipient: string
  in_response_to: string
  not_before: Date
  not_on_or_after: Date
  /** of the assertion */
  id: string
  /** when the user authenticated; null: it does not say */
  authn_instant: Date | null
}

export interface SamlAnswer {
  xml: string
  SAMLResponse: string
  RelayState: string
}

export interface SamlProviderUnderTest {
  entityId: string
  /** address of our instance in the provider's list of applications */
  startUrl: string
  /** login address; its page posts back by itself */
  ssoUrl: string
  metadataUrl: string
  metadata: string
  certificate: string
  /** the user logged in there */
  person: Pick<Statement, 'name_id' | 'attributes'>
  /** the response to a request: `location` is where our side redirects the browser */
  answer(location: string, changes?: Partial<Statement>): Promise<SamlAnswer>
  close(): Promise<void>
}

// the library requires a validator; schemas are checked elsewhere
setSchemaValidator({ validate: async () => 'not checked' })

/**
 * A real SAML identity provider on its own port. `readServiceProvider` returns the metadata that the instance under
 * test publishes.
 */
export async function startSamlProvider(
  readServiceProvider: () => Promise<string>,
  options: { host?: string; signatureAlgorithm?: string; signsResponse?: boolean } = {},
): Promise<SamlProviderUnderTest> {
  const keys = await makeTestCertificate('rsa')
  await keys.remove()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`
  const entityId = `${base}/metadata`
  const idp = IdentityProvider({
    ...{ entityID: entityId, privateKey: keys.key, signingCert: keys.certificate },
    ...(options.signatureAlgorithm === undefined
      ? {}
      : { requestSignatureAlgorithm: options.signatureAlgorithm }),
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    singleSignOnService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${base}/sso` },
    ],
  })
  const provider: SamlProviderUnderTest = {
    ...{
      entityId,
      startUrl: `${base}/start`,
      ssoUrl: `${base}/sso`,
      metadataUrl: `${base}/metadata`,
      metadata: idp.getMetadata(),
    },
    certificate: keys.certificate,
    person: { name_id: 'ada@example.com', attributes: { FirstName: ['Ada'], LastName: ['Lovelace'] } },
    async answer(location, changes = {}) {
      const sp = ServiceProvider({
        metadata: await readServiceProvider(),
        wantMessageSigned: options.signsResponse === true,
      })
      const query = Object.fromEntries(new URL(location).searchParams)
      const parsed = await idp.parseLoginRequest(sp, 'redirect', { query })
      const now = Date.now()
      const statement: Statement = {
        ...provider.person,
        ...{ issuer: entityId, audience: sp.entityMeta.getEntityID() },
        recipient: String(sp.entityMeta.getAssertionConsumerService('post')),
        in_response_to: String(parsed.extract.request?.['id']),
        ...{
          not_before: new Date(now - 5000),
          not_on_or_after: new Date(now + 300_000),
          id: `_${randomUUID()}`,
          authn_instant: new Date(now),
        },
        ...changes,
      }
      const made = await idp.createLoginResponse(sp, { ...parsed }, 'post', {}, () => ({
        id: statement.id,
        context: responseXml(statement),
      }))
      const SAMLResponse = made.context
      const xml = Buffer.from(SAMLResponse, 'base64').toString('utf8')
      return { xml, SAMLResponse, RelayState: query['RelayState'] ?? '' }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', base)
    if (url.pathname === '/metadata') return void response.end(provider.metadata)
    const sendPage = (action: string, answer: Omit<SamlAnswer, 'xml'>) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(postingPage(action, answer))
    if (url.pathname === '/start') {
      void readServiceProvider().then((metadata) => {
        const callback = /Location="([^"]+)"/.exec(metadata)?.[1] ?? ''
        sendPage(callback, { SAMLResponse: 'of-no-request', RelayState: '/queries' })
      })
      return
    }
    if (url.pathname !== '/sso') return void response.writeHead(404).end()
    void provider.answer(url.href).then((answer) => sendPage(recipientOf(answer.xml), answer))
  })
  return provider
}

/** The provider's page: a form that submits itself. */
function postingPage(action: string, { SAMLResponse, RelayState }: Omit<SamlAnswer, 'xml'>): string {
  return `<!doctype html><title>Identity provider</title><form method="post" action="${action}">
<input type="hidden" name="SAMLResponse" value="${SAMLResponse}">
<input type="hidden" name="RelayState" value="${escapeXml(RelayState)}">
</form><script>document.forms[0].submit()</script>`
}

function recipientOf(xml: string): string {
  return /Recipient="([^"]+)"/.exec(xml)?.[1] ?? ''
}

function responseXml(statement: Statement): string {
  const { issuer, audience, recipient, in_response_to, name_id } = statement
  const now = new Date().toISOString()
  const end = statement.not_on_or_after.toISOString()
  const attributes = Object.entries(statement.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeXml(name)}">${values.map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  const { authn_instant: instant } = statement
  const authenticated =
    instant === null
      ? ''
      : `<saml:AuthnStatement AuthnInstant="${instant.toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}" Destination="${recipient}" InResponseTo="${in_response_to}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${statement.id}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${escapeXml(name_id)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${recipient}" InResponseTo="${in_response_to}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${statement.not_before.toISOString()}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${authenticated}<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
