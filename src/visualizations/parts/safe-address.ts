/**
 * Removes what browsers ignore in an address before they parse the scheme: tabs, line breaks, and surrounding spaces and
 * control characters.
 */
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

/** Returns an address that a cell may link to: http, https, ftp, mailto, tel or relative. Otherwise `undefined`. */
export function safeLink(address: string): string | undefined {
  const read = asBrowsersRead(address)
  const scheme = schemeOf(read)
  return scheme === undefined || linkSchemes.has(scheme) ? read : undefined
}

/**
 * Returns an address that a cell may load an image from: http, https or a data: image. Relative addresses are refused,
 * so that data cannot make the browser call this application.
 */
export function safeImage(address: string): string | undefined {
  const read = asBrowsersRead(address)
  const scheme = schemeOf(read)
  if (scheme === 'http' || scheme === 'https') return read
  if (scheme === 'data') return /^data:image\/[a-z0-9.+-]+[;,]/i.test(read) ? read : undefined
  return undefined
}

const address = /(^|\s|<br\s*\/?>)((?:https?|ftp):\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/gi

/**
 * Turns addresses in HTML text into links: `http`, `https`, `ftp` at the start, after white space or after `<br>`.
 * The result must still be sanitized.
 */
export function linkAddresses(html: string): string {
  return html.replace(address, '$1<a href="$2" target="_blank">$2</a>')
}
