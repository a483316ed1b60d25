import type { Config } from '#server/kernel/index.ts'

/** What a JWT must contain to identify a user here. */
export interface JwtSettings {
  keysUrl: string
  issuer: string
  audience: string
  algorithms: readonly string[]
  cookieName: string | null
  headerName: string | null
}

/**
 * Null: the settings are incomplete. Without an issuer and an audience, tokens that the same keys signed for other
 * services would open this instance.
 */
export function jwtOf(config: Config): JwtSettings | null {
  const { jwtKeysUrl: keysUrl, jwtIssuer: issuer, jwtAudience: audience } = config
  const { jwtCookieName: cookieName, jwtHeaderName: headerName, jwtAlgorithms: algorithms } = config
  if (keysUrl === null || issuer === null || audience === null) return null
  if (cookieName === null && headerName === null) return null
  return { keysUrl, issuer, audience, algorithms, cookieName, headerName }
}
