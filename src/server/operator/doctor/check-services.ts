import {
  createOpenidClient,
  currentOrganization,
  findIdentityProvider,
  googleProvider,
  ldapOf,
  openidProvider,
  SignInFailed,
  tryDirectory,
} from '#server/identity/index.ts'
import { type Config, openMailTransport } from '#server/kernel/index.ts'
import { isSamlOpen } from '#shared/organizations/login-methods.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { InstanceContext } from '../commands/command.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Connects to the mail server, and logs in if configured; sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const { mailDefaultSender, mailServer, mailPort, mailUsername, mailUseTls, mailUseSsl } = config
  if (mailDefaultSender === null) {
    return warning(
      'mail',
      'No mails are sent.',
      'Set SEXTANT_MAIL_SERVER and SEXTANT_MAIL_DEFAULT_SENDER for invitations, alerts by mail and new passwords.',
    )
  }
  const place = `${mailServer}:${mailPort}`
  const transport = await openMailTransport(config, mailDefaultSender)
  try {
    await transport.verify()
  } catch (error) {
    const { message, code = '' } = error as { message: string; code?: string }
    return failure('mail', `${place}: ${message}`, adviceFor(code))
  } finally {
    transport.close()
  }
  if (mailUsername !== null && !mailUseTls && !mailUseSsl) {
    return warning('mail', `${place} answers.`, 'The password is sent unencrypted: set SEXTANT_MAIL_USE_TLS.')
  }
  return ok('mail', `${place} answers.`)
}

function adviceFor(code: string): string {
  if (code === 'EAUTH') return 'Check SEXTANT_MAIL_USERNAME and SEXTANT_MAIL_PASSWORD.'
  if (code === 'ETLS') return 'Check SEXTANT_MAIL_USE_TLS and SEXTANT_MAIL_USE_SSL.'
  return 'Check SEXTANT_MAIL_SERVER and SEXTANT_MAIL_PORT, and that the network allows the connection.'
}

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

/** Checks that the configured login providers can be reached. */
export async function checkOpenid(config: Config): Promise<Finding[]> {
  const providers = [
    ['Google login', googleProvider(config)],
    ['OpenID Connect login', openidProvider(config)],
  ] as const
  const findings = providers.map(async ([check, provider]) => {
    if (provider === null) return []
    const client = createOpenidClient({ config, clock: () => new Date() }, provider)
    const found = await reach(check, provider.issuer, () => client.discover())
    return [found.state === 'ok' && config.publicUrl === null ? withoutUrl(check, found) : found]
  })
  return (await Promise.all(findings)).flat()
}

/** No findings when SAML is off. */
export async function checkSaml({ db, config }: InstanceContext): Promise<Finding[]> {
  const { settings: stored } = await currentOrganization({ db })
  const settings = organizationSettings(stored)
  if (!isSamlOpen(settings)) return []
  if (config.publicUrl === null)
    return [failure('SAML login', 'It does not work.', 'Set SEXTANT_URL: SAML needs a fixed address.')]
  const place =
    settings.auth_saml_type === 'static' ? settings.auth_saml_entity_id : settings.auth_saml_metadata_url
  return [await reach('SAML login', place, () => findIdentityProvider(config, settings))]
}

async function reach(check: string, place: string, look: () => Promise<unknown>): Promise<Finding> {
  try {
    await look()
    return ok(check, `${place} can be used.`)
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    return failure(
      check,
      `${place}: ${error.message}`,
      'See docs/sign-in.md, and check that the network allows the connection.',
    )
  }
}

function withoutUrl(check: string, { found }: Finding): Finding {
  return warning(
    check,
    found,
    'Set SEXTANT_URL: the provider redirects users to addresses that begin with it.',
  )
}
