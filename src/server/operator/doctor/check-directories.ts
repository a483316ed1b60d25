import { ldapOf, tryDirectory } from '#server/identity/index.ts'
import type { Config } from '#server/kernel/index.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Checks LDAP and JWT if configured: are the settings complete, and does the directory answer? */
export async function checkDirectories(config: Config): Promise<Finding[]> {
  return [...(await checkLdap(config)), ...checkJwt(config)]
}

async function checkLdap(config: Config): Promise<Finding[]> {
  const settings = ldapOf(config)
  if (settings === null) {
    if (config.ldapUrl === null) return []
    return [warning('LDAP', 'Login by LDAP does not work yet.', 'Set SEXTANT_LDAP_SEARCH_DN as well.')]
  }
  try {
    await tryDirectory(settings)
  } catch (error) {
    return [
      failure(
        'LDAP',
        (error as Error).message,
        'Check SEXTANT_LDAP_URL, SEXTANT_LDAP_BIND_DN, SEXTANT_LDAP_BIND_PASSWORD and SEXTANT_LDAP_SEARCH_DN.',
      ),
    ]
  }
  if (settings.url.startsWith('ldap:') && !settings.startsTls) {
    return [
      warning(
        'LDAP',
        `${settings.url} answers.`,
        'Passwords are sent unencrypted: use ldaps:// or set SEXTANT_LDAP_STARTTLS.',
      ),
    ]
  }
  return [ok('LDAP', `${settings.url} answers.`)]
}

function checkJwt({ jwtKeysUrl, jwtIssuer, jwtAudience, jwtCookieName, jwtHeaderName }: Config): Finding[] {
  if (jwtKeysUrl === null) return []
  const missing = [
    ...(jwtIssuer === null ? ['SEXTANT_JWT_ISSUER'] : []),
    ...(jwtAudience === null ? ['SEXTANT_JWT_AUDIENCE'] : []),
    ...(jwtCookieName === null && jwtHeaderName === null ? ['SEXTANT_JWT_COOKIE or SEXTANT_JWT_HEADER'] : []),
  ]
  if (missing.length === 0) return [ok('JWT', 'set up')]
  return [warning('JWT', 'No token is accepted yet.', `Set ${missing.join(', ')} as well.`)]
}
