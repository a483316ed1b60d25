import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** What a token is made from: the right claims, the published key, and a function that signs with its private key. */
export interface TokenMaker {
  claims: JWTPayload
  publicKey: string
  sign(claims: JWTPayload, header?: { alg: string; kid?: string }): Promise<string>
}

export interface HostileProvider {
  issuer: string
  /** creates the ID token of the next reply */
  forge(make: (maker: TokenMaker) => Promise<string> | string): void
  /** sets the claims of the userinfo reply */
  tell(claims: Record<string, unknown>): void
  /** the arguments of the last authorization request */
  asked(): URLSearchParams
  close(): Promise<void>
}

/** A provider over HTTP that replies with invalid ID tokens chosen by the test. */
export async function startHostileProvider(clientId: string): Promise<HostileProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }
  let make: (maker: TokenMaker) => Promise<string> | string = ({ sign, claims }) => sign(claims)
  let told: Record<string, unknown> = {}
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let nonce = ''
  let asked = new URLSearchParams()
  const answers: Record<string, () => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      userinfo_endpoint: `${issuer}/me`,
      ...{
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      },
      // it claims to support every algorithm
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    }),
    '/me': async () => ({ sub: 'mallory', ...told }),
    '/jwks': async () => ({ keys: [{ ...jwk, alg: 'RS256' }] }),
    '/token': async () => {
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        ...{ iss: issuer, sub: 'mallory', aud: clientId, iat: now, exp: now + 300, nonce },
        ...{ email: 'mallory@example.com', email_verified: true, name: 'Mallory' },
      }
      const sign: TokenMaker['sign'] = (given, header = { alg: 'RS256', kid: 'one' }) =>
        new SignJWT(given).setProtectedHeader(header).sign(privateKey)
      const id_token = await make({ claims, publicKey: JSON.stringify(jwk), sign })
      return { access_token: 'an access token', token_type: 'Bearer', id_token }
    },
  }
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') {
      asked = url.searchParams
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'a-code')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return void response.writeHead(302, { location: back.href }).end()
    }
    const answer = answers[url.pathname]
    if (answer === undefined) return void response.writeHead(404).end()
    void answer().then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  return {
    issuer,
    forge: (next) => {
      make = next
    },
    tell: (claims) => {
      told = claims
    },
    asked: () => asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
