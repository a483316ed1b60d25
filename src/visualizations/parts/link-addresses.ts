const address = /(^|\s|<br\s*\/?>)((?:https?|ftp):\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/gi

/**
 * Makes links of the addresses in HTML text: `http`, `https`, `ftp` at the start, after white space or after `<br>`.
 * The result must still be sanitized.
 */
export function linkAddresses(html: string): string {
  return html.replace(address, '$1<a href="$2" target="_blank">$2</a>')
}
