const closingBrackets: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')', '<': '>' }

/**
 * The end of `q'[…]'` or `nq'[…]'`, whose word is from `start` to `quote`; null: it is another word. White space cannot
 * be the sign of such a text: it never ends.
 */
export function quoteOperatorEnd(text: string, start: number, quote: number): number | null {
  if (text[quote] !== "'" || quote - start > 2 || !/^n?q$/i.test(text.slice(start, quote))) return null
  const sign = String.fromCodePoint(text.codePointAt(quote + 1) ?? 0x20)
  if (/\s/.test(sign)) return text.length
  const close = `${closingBrackets[sign] ?? sign}'`
  const at = text.indexOf(close, quote + 1 + sign.length)
  return at === -1 ? text.length : at + close.length
}
