/**
 * `Content-Disposition` of a result (docs/reference/api-results.md#file-names): query name, or an id, and the day it
 * was retrieved. Names that are not plain ASCII are sent twice: reduced to ASCII, and percent-encoded.
 */
export function contentDisposition(base: string, retrievedAt: Date, format: string): string {
  const day = retrievedAt.toISOString().slice(0, 10).replaceAll('-', '_')
  return attachedAs(`${base}_${day}.${format}`)
}

/** `Content-Disposition` of a file with this name, whatever characters it has. */
export function attachedAs(given: string): string {
  const name = given.replace(/[\p{Cc}\p{Cf}]/gu, '')
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')
  const plain = /^[\w.-]+$/.test(ascii) ? ascii : `"${ascii.replace(/["\\]/g, '\\$&')}"`
  if (ascii === name) return `attachment; filename=${plain}`
  return `attachment; filename=${plain}; filename*=UTF-8''${percentEncode(name)}`
}

/** The name of a query reduced to a valid file name; the id if nothing is left. */
export function fileBase(queryName: string, fallbackId: number): string {
  const cleaned = queryName
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"\\/|?*]+/g, ' ')
    .replace(/\s+/g, '_')
    .replace(/^_+|_+$/g, '')
  return cleaned === '' ? String(fallbackId) : cleaned
}

function percentEncode(text: string): string {
  const safe = text.toWellFormed()
  return encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
