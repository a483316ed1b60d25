import type { Config } from '#server/kernel/index.ts'

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
