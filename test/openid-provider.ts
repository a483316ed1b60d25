import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

export interface ProviderAccount {
  sub: string
  [claim: string]: unknown
}

export interface OpenidProviderUnderTest {
  issuer: string
  clientId: string
  clientSecret: string
  /** the account that every visitor of the provider is logged in as */
  account: ProviderAccount
  close(): Promise<void>
}

/** A real OpenID Connect provider on its own port, in which every visitor is logged in as `account`. */
export async function startOpenidProvider(options: {
  /** public addresses of the instances that use this provider */
  instances: readonly string[]
  host?: string
}): Promise<OpenidProviderUnderTest> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`
  const known: OpenidProviderUnderTest = {
    ...{ issuer, clientId: 'sextant', clientSecret: 'a secret of the client that is long enough' },
    account: { sub: 'ada' },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: known.clientId, client_secret: known.clientSecret },
        redirect_uris: options.instances.flatMap((instance) => [
          `${instance}/oauth/openid_callback`,
          `${instance}/oauth/google_callback`,
        ]),
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of cookies for tests'] },
    // claims by scope; their values come from the account
    claims: {
      openid: ['sub', 'hd', 'groups', 'realm_access', '_claim_names'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture'],
    },
    conformIdTokenClaims: false,
    // set, because the library warns about its defaults
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 300,
      IdToken: 300,
      Interaction: 300,
      Session: 300,
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => known.account }),
    async loadExistingGrant(context) {
      const { client, session, params } = context.oidc
      const grant = new provider.Grant({
        ...(client === undefined ? {} : { clientId: client.clientId }),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      })
      grant.addOIDCScope(String(params?.['scope']))
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response)
    const isCancelled = known.account.sub === 'nobody'
    void provider.interactionFinished(
      request,
      response,
      isCancelled ? { error: 'access_denied' } : { login: { accountId: known.account.sub } },
    )
  })
  return known
}
