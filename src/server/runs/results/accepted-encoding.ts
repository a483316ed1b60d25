export type ContentEncoding = 'zstd' | 'gzip' | 'identity'

/** The best encoding that the client accepts: zstd (as stored), gzip or plain text. */
export function acceptedEncoding(header: string | string[] | undefined): ContentEncoding {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  const weights = new Map<string, number>()
  for (const part of text.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  if ((weights.get('zstd') ?? 0) > 0) return 'zstd'
  if ((weights.get('gzip') ?? weights.get('*') ?? 0) > 0) return 'gzip'
  return 'identity'
}
