/** Unescapes the text of a cell. */
export function unescapeText(bytes: Buffer, start: number, end: number): string {
  return JSON.parse(bytes.toString('utf8', start - 1, end + 1)) as string
}
