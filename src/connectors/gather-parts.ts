import { setTimeout as sleep } from 'node:timers/promises'

/** Smaller chunks than this wait for others until they are so large together, so many, or so old. */
const smallChunk = 4096
const gatheredBytes = 65_536
const gatheredChunks = 300
const gatheredMilliseconds = 20

/**
 * What a reader gives, small chunks put together: each part that goes on costs the worker a message. Where
 * hundreds come at once, the next ones are not asked for before their time, so that other runs have their turn.
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

/** Reads the next chunk early. Its error is thrown when the chunk is awaited, so it must not count as unhandled before. */
function readAhead(reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>) {
  const reading = reader.read()
  reading.catch(() => {})
  return reading
}
