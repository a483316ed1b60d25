/** JSON in which whole numbers that a double cannot hold stay texts. */
export function parseExactly(text: string): Record<string, unknown> {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    return typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source) ? source : value
  })
}
