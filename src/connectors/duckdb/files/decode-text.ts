import { QueryFailed } from '../../connector-errors.ts'

const newLine = 0x0a

/** The text of a file. Bytes that are not text in its encoding are refused with their line. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let name = encoding
  let line = 1
  for await (const chunk of chunks) {
    name ??= encodingOf(chunk)
    decoder ??= new TextDecoder(name, { fatal: true })
    const text = decode(decoder, chunk, { name, line })
    const nul = text.indexOf('\0')
    if (nul !== -1) {
      throw new QueryFailed(
        `Line ${atLine(line + count(text.slice(0, nul)))} has the character U+0000, so this is not a text in ${name}. Choose the encoding of the file.`,
      )
    }
    line += count(text)
    yield text
  }
  if (decoder !== null) yield decode(decoder, null, { name: name ?? '', line })
}

/** By the byte order mark, which programs of Windows write. */
function encodingOf(chunk: Uint8Array): string {
  return chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8'
}

function decode(
  decoder: TextDecoder,
  chunk: Uint8Array | null,
  { name, line }: { name: string; line: number },
): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (error) {
    const lenient = chunk === null ? '' : new TextDecoder(name).decode(chunk)
    const at = line + count(lenient.slice(0, Math.max(0, lenient.indexOf('\ufffd'))))
    throw new QueryFailed(
      `Line ${atLine(at)} has bytes that are not text in ${name}. Choose the encoding of the file.`,
      { cause: error },
    )
  }
}

function count(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === newLine) lines++
  return lines
}

export function atLine(line: number): string {
  return line.toLocaleString('en-US')
}
