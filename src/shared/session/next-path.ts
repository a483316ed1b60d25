/** Target instead of an address that is neither empty nor on this site. */
const home = './'

/**
 * The `next` of a login, made safe (docs/reference/api-access.md#next): only an address on this site. A path on this
 * site is unchanged if it is one both as given and with `\` read as `/`; an http(s) address keeps its path, arguments
 * and fragment; anything else becomes `./`.
 */
export function sanitizeNext(next: string): string {
  if (next === '') return ''
  if (isOwnPath(next) && isOwnPath(next.replaceAll('\\', '/'))) return next
  const rest = stripHttpHost(next)
  return rest !== null && isOwnPath(rest) && isOwnPath(rest.replaceAll('\\', '/')) ? rest : home
}

function isOwnPath(text: string): boolean {
  if (text.startsWith('///')) return false
  // browsers drop leading blanks and all tabs and line ends before they parse an address
  if (hasControlCharacter(text) || text.trimStart() !== text) return false
  // `//host` is a host; `name:` before any slash is a scheme
  if (text.startsWith('//')) return false
  return !/^[^/?#]*:/.test(text)
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  }
  return false
}

/** `https://host/x?y#z` and `//host/x` -> `/x?y#z`; null without a host or anything after it. */
function stripHttpHost(text: string): string | null {
  const parts = /^(?:https?:)?\/\/([^/?#\\]+)([/?#].*)$/i.exec(text)
  return parts?.[2] ?? null
}
