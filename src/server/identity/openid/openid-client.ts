import type { Configuration, CustomFetch, IDToken } from 'openid-client'
import { type Config, createOutboundFetch, limitReply, type ServerContext } from '#server/kernel/index.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import type { OpenidProvider } from './openid-provider.ts'
import { type Claims, emailOf, personOf } from './person-of-claims.ts'

type Library = typeof import('openid-client')

/** What a sign-in stores while the user is at the provider. */
export interface OpenidSecrets {
  nonce: string
  verifier: string
}

export interface OpenidClient {
  /** fetches the provider's metadata, unless cached. Throws SignInFailed. */
  discover(): Promise<void>
  newSecrets(): Promise<OpenidSecrets>
  /** the address to send the browser to. Throws SignInFailed. */
  begin(redirectUri: string, secrets: OpenidSecrets, state: string, isAgain: boolean): Promise<string>
  /** identifies the person who returned at this address. Throws SignInFailed. */
  complete(returned: URL, secrets: OpenidSecrets, state: string): Promise<OpenidAnswer>
}

interface OpenidAnswer {
  person: Person
  claims: Claims
  /** when the person authenticated, by the signed ID token; null: it does not say */
  authenticatedAt: Date | null
}

const hour = 60 * 60 * 1000
const timeoutSeconds = 10
/** maximum size of one answer: keys, tokens and userinfo are much shorter */
const maxMegabytes = 1

/**
 * The code flow of OpenID Connect with PKCE, nonce and state, the same for every provider. Discovery is cached for
 * an hour. ID tokens need a signature by one of the provider's published keys: unsigned tokens and shared secrets
 * are refused.
 */
export function createOpenidClient(
  { config, clock }: Pick<ServerContext, 'config' | 'clock'>,
  provider: OpenidProvider,
): OpenidClient {
  let found: { configuration: Promise<Configuration>; until: number } | null = null
  const configured = async (library: Library): Promise<Configuration> => {
    const now = clock().getTime()
    if (found === null || found.until <= now) {
      found = { configuration: discover(library, config, provider), until: now + hour }
    }
    try {
      return await found.configuration
    } catch (error) {
      found = null
      throw error
    }
  }
  return {
    async discover() {
      const library = await import('openid-client')
      await blaming(library, async () => void (await configured(library)))
    },
    async newSecrets() {
      const library = await import('openid-client')
      return { nonce: library.randomNonce(), verifier: library.randomPKCECodeVerifier() }
    },
    async begin(redirectUri, { nonce, verifier }, state, isAgain) {
      const library = await import('openid-client')
      return await blaming(library, async () => {
        const url = library.buildAuthorizationUrl(await configured(library), {
          redirect_uri: redirectUri,
          scope: provider.scopes.join(' '),
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // only asks: the browser can drop them, so `auth_time` decides
          ...(isAgain ? { prompt: provider.reauthentication, max_age: '0' } : {}),
        })
        return url.href
      })
    },
    async complete(returned, { nonce, verifier }, state) {
      const library = await import('openid-client')
      const { claims, authenticatedAt } = await blaming(library, async () => {
        const configuration = await configured(library)
        const tokens = await library.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claimed = tokens.claims()
        if (claimed === undefined) throw new SignInFailed('The provider sent no ID token.')
        const { auth_time } = claimed
        return {
          claims: await withUserInfo(library, configuration, provider, claimed, tokens.access_token),
          // not of userinfo, which nobody has signed
          authenticatedAt: auth_time === undefined ? null : new Date(auth_time * 1000),
        }
      })
      return { person: personOf(claims, provider), claims, authenticatedAt }
    },
  }
}

async function discover(library: Library, config: Config, provider: OpenidProvider): Promise<Configuration> {
  const { issuer, client_id, client_secret } = provider
  const server = new URL(issuer)
  const customFetch = guardedFetch(config, server)
  const execute = server.protocol === 'http:' ? [library.allowInsecureRequests] : []
  const metadata = (
    await library.discovery(server, client_id, undefined, library.None(), {
      execute,
      timeout: timeoutSeconds,
      [library.customFetch]: customFetch,
    })
  ).serverMetadata()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authenticate = methods.includes('client_secret_post')
    ? library.ClientSecretPost
    : library.ClientSecretBasic
  const configuration = new library.Configuration(
    metadata,
    client_id,
    undefined,
    client_secret === null ? library.None() : authenticate(client_secret),
  )
  configuration[library.customFetch] = customFetch
  configuration.timeout = timeoutSeconds
  library.enableNonRepudiationChecks(configuration)
  for (const allow of execute) allow(configuration)
  return configuration
}

/** The operator configured the issuer, so its own host may be private; every other address may not. */
function guardedFetch({ allowedPrivateHosts, version }: Config, issuer: URL): CustomFetch {
  const ownHost = issuer.hostname.replace(/^\[|\]$/g, '')
  const fetch = createOutboundFetch({
    allowedPrivateHosts: [...allowedPrivateHosts, ownHost],
    version,
    followsRedirects: false,
  })
  return async (url, { method, headers, body, signal }) => {
    const init = {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    } as const
    const reply = await fetch(url, init, signal ?? AbortSignal.timeout(timeoutSeconds * 1000))
    return limitReply(reply, maxMegabytes)
  }
}

/** Some providers keep the ID token small and put the rest into userinfo. */
async function withUserInfo(
  { fetchUserInfo }: Library,
  configuration: Configuration,
  { groups_claim }: OpenidProvider,
  claims: IDToken,
  accessToken: string,
): Promise<Claims> {
  const wanted = ['email', 'name', ...(groups_claim === null ? [] : [groups_claim])]
  const isComplete = wanted.every((claim) => Object.hasOwn(claims, claim))
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const told = await fetchUserInfo(configuration, accessToken, claims.sub)
  return { ...told, ...claims, ...emailOf(claims, told) }
}

/** Every error of the provider or the library is a failed sign-in; its message holds no token or code. */
async function blaming<T>(library: Library, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInFailed) throw error
    throw new SignInFailed(describe(library, error), error)
  }
}

function describe(library: Library, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof library.AuthorizationResponseError || error instanceof library.ResponseBodyError)
    return `The provider answers "${error.error}"${error.error_description === undefined ? '' : `: ${error.error_description}`}`
  const { cause } = error
  return cause instanceof Error && cause.message !== error.message
    ? `${error.message}: ${cause.message}`
    : error.message
}
