import type { Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** Sign-ins by what the operator's network knows of people: a directory, the proxy in front, tokens of a gateway. */
export const directorySettings = {
  ldapUrl: {
    env: 'SEXTANT_LDAP_URL',
    kind: kind.url(['ldap', 'ldaps'], 'ldaps://ldap.example.com'),
    default: null,
    defaultText: 'none: nobody logs in with LDAP',
    about: 'LDAP directory; with SEXTANT_LDAP_SEARCH_DN people log in with what it knows of them.',
  },
  ldapStartTls: {
    env: 'SEXTANT_LDAP_STARTTLS',
    kind: kind.boolean,
    default: false,
    about: 'Whether an ldap:// connection must change to TLS (STARTTLS) before anything is sent.',
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
    about: 'Branch of the directory below which people are searched.',
  },
  ldapSearchTemplate: {
    env: 'SEXTANT_LDAP_SEARCH_TEMPLATE',
    kind: kind.ldapTemplate,
    default: '(cn=%(username)s)',
    about: 'Filter that finds a person; %(username)s stands for what was typed.',
  },
  ldapEmailAttribute: {
    env: 'SEXTANT_LDAP_EMAIL_ATTRIBUTE',
    kind: kind.attributeName,
    default: 'mail',
    about: 'Attribute that holds the email address of a person.',
  },
  ldapNameAttribute: {
    env: 'SEXTANT_LDAP_NAME_ATTRIBUTE',
    kind: kind.attributeName,
    default: 'displayName',
    about: 'Attribute that holds the name of a person.',
  },
  ldapUsernamePrompt: {
    env: 'SEXTANT_LDAP_USERNAME_PROMPT',
    kind: kind.text,
    default: 'LDAP/AD/SSO username:',
    about: 'Label of the field for the user name on the page where people log in with LDAP.',
  },
  remoteUserProxies: {
    env: 'SEXTANT_REMOTE_USER_PROXIES',
    kind: kind.networkList,
    default: [],
    defaultText: 'none: nobody logs in by a header',
    about:
      'Addresses and networks, separated by commas, of the proxies that log people in and name them in a header; from any other address the header is ignored. Nobody else may reach Sextant through them with a header of his own.',
  },
  remoteUserHeader: {
    env: 'SEXTANT_REMOTE_USER_HEADER',
    kind: kind.headerName,
    default: 'X-Forwarded-Remote-User',
    about:
      'Header in which those proxies name the email address of a person. They have to remove it from requests.',
  },
  jwtKeysUrl: {
    env: 'SEXTANT_JWT_KEYS_URL',
    kind: kind.url(['https', 'http', 'file'], 'https://login.example.com/keys'),
    default: null,
    defaultText: 'none: no JWT is accepted',
    about:
      'Address of the keys that sign JWTs: a JWK set, or an object of key ids and PEM texts. Needs an issuer, an audience, and a cookie or a header.',
  },
  jwtIssuer: {
    env: 'SEXTANT_JWT_ISSUER',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Issuer (iss) that a JWT must name.',
  },
  jwtAudience: {
    env: 'SEXTANT_JWT_AUDIENCE',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Audience (aud) that a JWT must name.',
  },
  jwtAlgorithms: {
    env: 'SEXTANT_JWT_ALGORITHMS',
    kind: kind.jwtAlgorithms,
    default: ['HS256', 'RS256', 'ES256'],
    about:
      'Algorithms, separated by commas, that a JWT may be signed with; each key is good for one of them.',
  },
  jwtCookieName: {
    env: 'SEXTANT_JWT_COOKIE',
    kind: kind.headerName,
    default: null,
    defaultText: 'none',
    about: 'Cookie that holds the JWT; it comes before the header.',
  },
  jwtHeaderName: {
    env: 'SEXTANT_JWT_HEADER',
    kind: kind.headerName,
    default: null,
    defaultText: 'none',
    about: 'Header that holds the JWT, alone or after "Bearer".',
  },
} satisfies Partial<Settings>
