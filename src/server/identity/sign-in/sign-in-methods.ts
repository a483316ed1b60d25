import type { Config, ServerContext } from '#server/kernel/index.ts'
import { t } from '#shared/messages/translate.ts'
import {
  type ConfiguredLogins,
  isPasswordLoginOpen,
  isSamlOpen,
} from '#shared/organizations/login-methods.ts'
import {
  type OrganizationSettings,
  organizationSettings,
} from '#shared/organizations/organization-settings.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import type { SignInProvider } from './person.ts'

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

/** A directory that holds the users. */
export interface LdapSettings {
  url: string
  startsTls: boolean
  bindDn: string | null
  bindPassword: string
  searchDn: string
  template: string
  emailAttribute: string
  nameAttribute: string
}

/** Null: the settings of the directory are incomplete. */
export function ldapOf(config: Config): LdapSettings | null {
  const { ldapUrl: url, ldapSearchDn: searchDn } = config
  if (url === null || searchDn === null) return null
  return {
    url,
    searchDn,
    startsTls: config.ldapStartTls,
    template: config.ldapSearchTemplate,
    bindDn: config.ldapBindDn,
    bindPassword: config.ldapBindPassword ?? '',
    emailAttribute: config.ldapEmailAttribute,
    nameAttribute: config.ldapNameAttribute,
  }
}

/** A login method besides passwords: a button on the login page. */
interface SignInMethod {
  provider: SignInProvider
  label: string
  path: string
}

/** Which methods this instance has complete settings for. */
export function configuredLogins(config: Config): ConfiguredLogins {
  return {
    google: config.googleClientId !== null && config.googleClientSecret !== null,
    openid: config.openidIssuer !== null && config.openidClientId !== null,
    ldap: ldapOf(config) !== null,
    remote_user: config.remoteUserProxies.length > 0,
    jwt: jwtOf(config) !== null,
  }
}

/**
 * The settings as far as they work here. SAML needs a configured public address: one taken from a request is
 * chosen by its sender and would accept assertions made for another service.
 */
export function workableSettings(config: Config, settings: OrganizationSettings): OrganizationSettings {
  return config.publicUrl === null ? { ...settings, auth_saml_enabled: false } : settings
}

/** In the order of the login page. */
function signInMethods(config: Config, settings: OrganizationSettings): SignInMethod[] {
  const configured = configuredLogins(config)
  const methods: (SignInMethod & { isOpen: boolean })[] = [
    {
      provider: 'google',
      isOpen: configured.google,
      path: '/oauth/google',
      label: t('Log in with Google'),
    },
    {
      provider: 'openid',
      isOpen: configured.openid,
      path: '/oauth/openid',
      label: t('Log in with {name}', { name: config.openidName }),
    },
    { provider: 'saml', isOpen: isSamlOpen(settings), path: '/saml/login', label: t('Log in with SAML') },
    {
      provider: 'remote_user',
      isOpen: configured.remote_user,
      path: '/remote_user/login',
      label: t('Log in with your company account'),
    },
    { provider: 'ldap', isOpen: configured.ldap, path: '/ldap/login', label: t('Log in with LDAP') },
  ]
  return methods.filter(({ isOpen }) => isOpen).map(({ isOpen: _, ...method }) => method)
}

interface LoginChoices {
  methods: SignInMethod[]
  hasPassword: boolean
}

/** What the login page offers now. */
export async function loginChoices(context: Pick<ServerContext, 'db' | 'config'>): Promise<LoginChoices> {
  const { settings: stored } = await currentOrganization(context)
  const settings = workableSettings(context.config, organizationSettings(stored))
  return {
    methods: signInMethods(context.config, settings),
    hasPassword: isPasswordLoginOpen(settings, configuredLogins(context.config)),
  }
}

/** Is password login available here? */
export async function isPasswordLogin(context: Pick<ServerContext, 'db' | 'config'>): Promise<boolean> {
  return (await loginChoices(context)).hasPassword
}
