import type { Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** Sign-ins by what the operator's network knows of people: a directory, the proxy in front, tokens of a gateway. */
export const directorySettings = {
  ldapUrl: {
    env: 'SEXTANT_LDAP_URL',
    kind: kind.url(['ldap', 'ldaps'], 'ldaps://ldap.example.com'),
    default: null,
    defaultText: 'none: LDAP login is off',
    about: 'Address of the LDAP directory; together with SEXTANT_LDAP_SEARCH_DN it switches on LDAP login.',
  },
  ldapStartTls: {
    env: 'SEXTANT_LDAP_STARTTLS',
    kind: kind.boolean,
    default: false,
    about: 'Whether an ldap:// connection must switch to TLS (STARTTLS) before anything is sent.',
  },
  ldapBindDn: {
    env: 'SEXTANT_LDAP_BIND_DN',
    kind: kind.text,
    default: null,
    defaultText: 'none: the directory is searched without a login',
    about: 'Name of the service account that searches the directory.',
  },
  ldapBindPassword: {
    env: 'SEXTANT_LDAP_BIND_PASSWORD',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Password of the service account.',
    secret: true,
  },
  ldapSearchDn: {
    env: 'SEXTANT_LDAP_SEARCH_DN',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Search base: the branch of the directory that contains the users.',
  },
  ldapSearchTemplate: {
    env: 'SEXTANT_LDAP_SEARCH_TEMPLATE',
    kind: kind.ldapTemplate,
    default: '(cn=%(username)s)',
    about: 'Filter that finds a user; %(username)s is replaced by the typed name.',
  },
  ldapEmailAttribute: {
    env: 'SEXTANT_LDAP_EMAIL_ATTRIBUTE',
    kind: kind.attributeName,
    default: 'mail',
    about: 'Attribute with the email address of a user.',
  },
  ldapNameAttribute: {
    env: 'SEXTANT_LDAP_NAME_ATTRIBUTE',
    kind: kind.attributeName,
    default: 'displayName',
    about: 'Attribute with the name of a user.',
  },
  ldapUsernamePrompt: {
    env: 'SEXTANT_LDAP_USERNAME_PROMPT',
    kind: kind.text,
    default: 'LDAP/AD/SSO username:',
    about: 'Label of the user name field on the LDAP login page.',
  },
  remoteUserProxies: {
    env: 'SEXTANT_REMOTE_USER_PROXIES',
    kind: kind.networkList,
    default: [],
    defaultText: 'none: login by header is off',
    about:
      'Addresses and networks, separated by commas, of the proxies that log users in and send their email address in a header. A login with the header from any other address is refused. The proxies must not pass on a header that a client has sent.',
  },
  remoteUserHeader: {
    env: 'SEXTANT_REMOTE_USER_HEADER',
    kind: kind.headerName,
    default: 'X-Forwarded-Remote-User',
    about:
      'Header in which those proxies send the email address of the user. The proxies must remove it from incoming requests.',
  },
  jwtKeysUrl: {
    env: 'SEXTANT_JWT_KEYS_URL',
    kind: kind.url(['https', 'http', 'file'], 'https://login.example.com/keys'),
    default: null,
    defaultText: 'none: no JWT is accepted',
    about:
      'Address of the keys that verify JWTs: a JWK set, or an object of key ids and PEM texts. Also needs an issuer, an audience, and a cookie or a header.',
  },
  jwtIssuer: {
    env: 'SEXTANT_JWT_ISSUER',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Required issuer (iss) of a JWT.',
  },
  jwtAudience: {
    env: 'SEXTANT_JWT_AUDIENCE',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Required audience (aud) of a JWT.',
  },
  jwtAlgorithms: {
    env: 'SEXTANT_JWT_ALGORITHMS',
    kind: kind.jwtAlgorithms,
    default: ['HS256', 'RS256', 'ES256'],
    about: 'Allowed signature algorithms of JWTs, separated by commas; each key is used with one of them.',
  },
  jwtCookieName: {
    env: 'SEXTANT_JWT_COOKIE',
    kind: kind.headerName,
    default: null,
    defaultText: 'none',
    about: 'Cookie with the JWT; takes precedence over the header.',
  },
  jwtHeaderName: {
    env: 'SEXTANT_JWT_HEADER',
    kind: kind.headerName,
    default: null,
    defaultText: 'none',
    about: 'Header with the JWT, alone or after "Bearer".',
  },
} satisfies Partial<Settings>
