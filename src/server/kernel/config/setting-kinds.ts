import { isIP } from 'node:net'

/**
 * The schemas of settings. Each kind knows how to read the text of an environment variable and how to say what it
 * expects. Deliberately without a schema library: the supervisor reads settings too and has to stay small.
 */
export interface SettingKind<T> {
  /** completes the sentence "expected …" */
  expects: string
  /** undefined: not a value of this kind */
  parse(text: string): T | undefined
  /** the value as one would write it into the environment */
  format(value: T): string
}

const wholeNumber = (text: string): number | undefined =>
  /^\d{1,3}(?:[_,]\d{3})+$|^\d{1,15}$/.test(text) ? Number(text.replace(/[_,]/g, '')) : undefined

const within = (value: number | undefined, minimum: number, maximum: number): number | undefined =>
  value !== undefined && value >= minimum && value <= maximum ? value : undefined

/** A whole number from `minimum` to `maximum`; thousands may be grouped by `_` or `,`. */
export function integer(minimum: number, maximum: number, unit = ''): SettingKind<number> {
  return {
    expects: `a whole number${unit && ` of ${unit}`} from ${minimum} to ${maximum}`,
    parse: (text) => within(wholeNumber(text), minimum, maximum),
    format: String,
  }
}

const byteUnits: ReadonlyMap<string, number> = new Map([
  ...['', 'b'].map((unit) => [unit, 1] as const),
  ...['kb', 'mb', 'gb', 'tb'].map((unit, index) => [unit, 1000 ** (index + 1)] as const),
  ...['kib', 'mib', 'gib', 'tib'].map((unit, index) => [unit, 1024 ** (index + 1)] as const),
])

/** A number of bytes, with or without a unit: `4000000000`, `4 GB`, `512MiB`. */
export function bytes(minimum: number, maximum: number): SettingKind<number> {
  return {
    expects: `a number of bytes such as 500 MB or 4 GB, from ${minimum} to ${maximum} bytes`,
    parse(text) {
      const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text)
      const unit = byteUnits.get(match?.[2]?.toLowerCase() ?? '?')
      if (!match || unit === undefined) return undefined
      return within(Math.round(Number(match[1]) * unit), minimum, maximum)
    },
    format: String,
  }
}

const truthWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
])

export const boolean: SettingKind<boolean> = {
  expects: 'true or false',
  parse: (value) => truthWords.get(value.toLowerCase()),
  format: String,
}

export function oneOf<const T extends string>(...choices: readonly T[]): SettingKind<T> {
  return {
    expects: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((choice) => choice === text),
    format: (value) => value,
  }
}

export const text: SettingKind<string> = {
  expects: 'a text',
  parse: (value) => value,
  format: (value) => value,
}

export const language: SettingKind<string> = {
  expects: 'a language tag such as de or pt-BR',
  parse: (value) => (/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(value) ? value : undefined),
  format: (value) => value,
}

export const hostName: SettingKind<string> = {
  expects: 'a host name or an IP address such as 127.0.0.1 or 0.0.0.0',
  parse: (value) => (/^[a-z0-9._:%-]{1,255}$/i.test(value) ? value : undefined),
  format: (value) => value,
}

/** `sextant@example.com` or `Sextant <sextant@example.com>`. */
export const mailSender: SettingKind<string> = {
  expects: 'a mail address such as sextant@example.com or Sextant <sextant@example.com>',
  parse: (value) =>
    /^[^\p{Cc}<>@]*<[^\s<>@,;]+@[^\s<>@,;]+>$|^[^\s<>@,;]+@[^\s<>@,;]+$/u.test(value) ? value : undefined,
  format: (value) => value,
}

/** An absolute URL of one of the schemes; answered without trailing slashes, query and fragment refused for http. */
export function url(schemes: readonly string[], example: string): SettingKind<string> {
  return {
    expects: `an address such as ${example}`,
    parse(value) {
      if (!URL.canParse(value)) return undefined
      const parsed = new URL(value)
      if (!schemes.includes(parsed.protocol.slice(0, -1))) return undefined
      if (!parsed.protocol.startsWith('http')) return value
      if (parsed.search || parsed.hash || parsed.username || parsed.password) return undefined
      return value.replace(/\/+$/, '')
    },
    format: (value) => value,
  }
}

/** The address of a provider of sign-ins, as it is: a slash at its end is part of some names. */
export const issuer: SettingKind<string> = {
  expects: 'an https address such as https://login.example.com/realms/main (http only on this machine)',
  parse: (value) => (isIssuer(value) ? value : undefined),
  format: (value) => value,
}

/** What the provider says counts because of its TLS: without it anybody on the way could speak for it. */
function isIssuer(value: string): boolean {
  if (url(['https', 'http'], '').parse(value) === undefined) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** Texts separated by commas; empty ones are dropped. */
export const textList: SettingKind<readonly string[]> = {
  expects: 'texts separated by commas',
  parse: splitList,
  format: (value) => value.join(','),
}

/** Some of these words, separated by commas. */
export function listOf(...choices: readonly string[]): SettingKind<readonly string[]> {
  return {
    expects: `some of ${choices.join(', ')}, separated by commas`,
    parse(value) {
      const words = splitList(value)
      return words.every((word) => choices.includes(word)) ? words : undefined
    },
    format: (value) => value.join(','),
  }
}

/** Origins as browsers name them, separated by commas, or `*` for every one. */
export const originList: SettingKind<readonly string[]> = {
  expects: 'origins such as https://app.example.com, separated by commas, or *',
  parse(value) {
    const origins = splitList(value)
    return origins.every(isOrigin) ? origins : undefined
  },
  format: (value) => value.join(','),
}

function isOrigin(text: string): boolean {
  return text === '*' || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text)
}

/** Addresses and networks such as 10.1.0.0/16, separated by commas. */
export const networkList: SettingKind<readonly string[]> = {
  expects: 'IP addresses and networks such as 10.0.0.5 or 10.1.0.0/16, separated by commas',
  parse(value) {
    const networks = splitList(value)
    return networks.every(isNetwork) ? networks : undefined
  },
  format: (value) => value.join(','),
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128))
}

/** A name of a header or of a cookie (RFC 9110, token). */
export const headerName: SettingKind<string> = {
  expects: 'a name of letters, digits and signs such as - and _',
  parse: (value) => (/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(value) ? value : undefined),
  format: (value) => value,
}

/** A description of an attribute of a directory (RFC 4512). */
export const attributeName: SettingKind<string> = {
  expects: 'the name of an attribute such as mail',
  parse: (value) => (/^[a-z][a-z0-9-]{0,99}$/i.test(value) ? value : undefined),
  format: (value) => value,
}

export const ldapTemplate: SettingKind<string> = {
  expects: 'a filter in parentheses that holds %(username)s, such as (uid=%(username)s)',
  parse: (value) => (/^\(.*%\(username\)s.*\)$/.test(value) ? value : undefined),
  format: (value) => value,
}

const knownJwtAlgorithms = [
  ...['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
]

export const jwtAlgorithms: SettingKind<readonly string[]> = {
  expects: `some of ${knownJwtAlgorithms.join(', ')}, separated by commas`,
  parse(value) {
    const names = splitList(value)
    return names.length > 0 && names.every((name) => knownJwtAlgorithms.includes(name)) ? names : undefined
  },
  format: (value) => value.join(','),
}

/** Whole numbers separated by commas, at least one of them. */
export function integerList(minimum: number, maximum: number, unit = ''): SettingKind<readonly number[]> {
  return {
    expects: `whole numbers${unit && ` of ${unit}`} from ${minimum} to ${maximum}, separated by commas`,
    parse(value) {
      const numbers = splitList(value).map((part) =>
        within(/^\d{1,15}$/.test(part) ? Number(part) : undefined, minimum, maximum),
      )
      const valid = numbers.filter((number) => number !== undefined)
      return valid.length > 0 && valid.length === numbers.length ? valid : undefined
    },
    format: (value) => value.join(','),
  }
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Keys that stand in documentation or in other products' sources, and so protect nothing. */
const wellKnownKeys: readonly string[] = [
  'c292a0a3aa32397cdb050e233733900f',
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz012345',
  'abcdefghijklmnopqrstuvwxyz123456',
  'change-me-change-me-change-me-change-me',
]
const placeholder = /change.?me|change.?this|your.?secret|secret.?key|replace.?me|example|insecure|default/i
const minKeyLength = 32
const minCharacters = 8

/** What programs send to prove that they may. */
export const accessToken: SettingKind<string> = {
  expects: 'at least 16 letters, digits or -._~+/=',
  parse: (value) => (/^[\w\-.~+/=]{16,512}$/.test(value) ? value : undefined),
  format: () => '',
}

export const secretKey: SettingKind<string> = {
  expects: `at least ${minKeyLength} random characters, for example from: openssl rand -hex 32`,
  parse(value) {
    const repeated = /^(.{1,16})\1+$/.test(value)
    const weak =
      value.length < minKeyLength ||
      new Set(value).size < minCharacters ||
      repeated ||
      placeholder.test(value) ||
      wellKnownKeys.includes(value.toLowerCase())
    return weak ? undefined : value
  },
  format: () => '',
}
