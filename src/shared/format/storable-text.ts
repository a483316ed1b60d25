/**
 * Removes what PostgreSQL cannot store: U+0000 and halves of surrogate pairs. Data sources and servers may send both.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
