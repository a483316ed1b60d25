import type { Config } from '#server/kernel/index.ts'

/** What a JWT has to be for its bearer to be somebody here. */
export interface JwtSettings {
  keysUrl: string
  issuer: string
  audience: string
  algorithms: readonly string[]
  cookieName: string | null
  headerName: string | null
}

/**
 * Null: the settings do not say enough. Without an issuer and an audience, tokens that the same keys have signed for
 * others would open this instance.
 */
export function jwtOf(config: Config): JwtSettings | null {
  const { jwtKeysUrl: keysUrl, jwtIssuer: issuer, jwtAudience: audience } = config
  const { jwtCookieName: cookieName, jwtHeaderName: headerName, jwtAlgorithms: algorithms } = config
  if (keysUrl === null || issuer === null || audience === null) return null
  if (cookieName === null && headerName === null) return null
  return { keysUrl, issuer, audience, algorithms, cookieName, headerName }
}
