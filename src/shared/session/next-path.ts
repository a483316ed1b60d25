/** Where the address would lead that is neither empty nor ours. */
const home = './'

/**
 * The `next` of a log-in, made safe (docs/reference/api-access.md#next): only a place on this site. Unchanged when it
 * is a path of ours, both as given and with `\` read as `/`; an http(s) address keeps its path, arguments and fragment;
 * all else becomes `./`.
 */
export function sanitizeNext(next: string): string {
  if (next === '') return ''
  if (isOwnPath(next) && isOwnPath(next.replaceAll('\\', '/'))) return next
  const rest = stripHttpHost(next)
  return rest !== null && isOwnPath(rest) && isOwnPath(rest.replaceAll('\\', '/')) ? rest : home
}

function isOwnPath(text: string): boolean {
  if (text.startsWith('///')) return false
  // browsers drop leading blanks and all tabs and line ends before they read an address
  if (hasControlCharacter(text) || text.trimStart() !== text) return false
  // `//host` names a host; `name:` before any slash a scheme
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

/** `https://host/x?y#z` and `//host/x` -> `/x?y#z`; null when there is no host or nothing behind it. */
function stripHttpHost(text: string): string | null {
  const parts = /^(?:https?:)?\/\/([^/?#\\]+)([/?#].*)$/i.exec(text)
  return parts?.[2] ?? null
}
