/** What a browser drops from an address before it reads the scheme: tabs, line ends, and control characters around. */
function asBrowsersRead(address: string): string {
  let text = ''
  for (const character of address) {
    const code = character.charCodeAt(0)
    if (code !== 9 && code !== 10 && code !== 13) text += character
  }
  let start = 0
  while (start < text.length && text.charCodeAt(start) <= 32) start++
  let end = text.length
  while (end > start && text.charCodeAt(end - 1) <= 32) end--
  return text.slice(start, end)
}

function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
}

const linkSchemes = new Set(['http', 'https', 'ftp', 'mailto', 'tel'])

/** An address that a cell may link to: http, https, ftp, mailto, tel or relative. `undefined` for `javascript:` and the like. */
export function safeLink(address: string): string | undefined {
  const read = asBrowsersRead(address)
  const scheme = schemeOf(read)
  return scheme === undefined || linkSchemes.has(scheme) ? read : undefined
}

/**
 * An address that a cell may load a picture from: http, https or an inline picture. Relative ones are refused, so that
 * data cannot make the browser call this application.
 */
export function safeImage(address: string): string | undefined {
  const read = asBrowsersRead(address)
  const scheme = schemeOf(read)
  if (scheme === 'http' || scheme === 'https') return read
  if (scheme === 'data') return /^data:image\/[a-z0-9.+-]+[;,]/i.test(read) ? read : undefined
  return undefined
}
