/** PostgreSQL stores neither U+0000 nor half of a surrogate pair; databases and servers that are read may send both. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
