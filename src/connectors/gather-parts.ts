import { setTimeout as sleep } from 'node:timers/promises'

/** Chunks smaller than this are collected until their total size, number or age reaches a limit. */
const smallChunk = 4096
const gatheredBytes = 65_536
const gatheredChunks = 300
const gatheredMilliseconds = 20

/**
 * Yields a reader's chunks, with small ones joined: each part costs the worker a message. If hundreds arrive at once,
 * the next ones are delayed, so that other runs get their turn.
 */
export async function* gatherParts(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>,
): AsyncGenerator<Uint8Array> {
  let ahead: ReturnType<typeof reader.read> | null = null
  for (;;) {
    const part = await (ahead ?? reader.read())
    ahead = null
    if (part.done) return
    const gathered = [part.value]
    let bytes = part.value.length
    const isOld = bytes < smallChunk ? sleep(gatheredMilliseconds, null) : null
    while (isOld !== null && bytes < gatheredBytes && gathered.length < gatheredChunks) {
      ahead = readAhead(reader)
      const next = await Promise.race([ahead, isOld]).catch(() => null)
      if (next === null || next.done) break
      ahead = null
      gathered.push(next.value)
      bytes += next.value.length
    }
    if (gathered.length === gatheredChunks) await isOld
    yield gathered.length === 1 ? part.value : Buffer.concat(gathered)
  }
}

/**
 * Reads the next chunk early. An error is thrown when the chunk is awaited, so until then it must not count as
 * unhandled.
 */
function readAhead(reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>) {
  const reading = reader.read()
  reading.catch(() => {})
  return reading
}
