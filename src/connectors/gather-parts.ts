import { setTimeout as sleep } from 'node:timers/promises'

/** Small chunks wait for each other until they are so large together, so many, or so old. */
const gatheredBytes = 65_536
const gatheredChunks = 300
const gatheredMilliseconds = 20

/**
 * What a reader gives, small chunks put together: each part that goes on costs the worker a message. A server that
 * sends its bytes one by one is read slowly, so that other runs have their turn.
 */
export async function* gatherParts(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>,
): AsyncGenerator<Uint8Array> {
  let reading = readAhead(reader)
  for (let part = await reading; !part.done; part = await reading) {
    const gathered = [part.value]
    let bytes = part.value.length
    reading = readAhead(reader)
    const isOld = bytes < gatheredBytes ? sleep(gatheredMilliseconds, null) : null
    while (bytes < gatheredBytes && gathered.length < gatheredChunks) {
      const next = await Promise.race([reading, isOld]).catch(() => null)
      if (next === null || next.done) break
      gathered.push(next.value)
      bytes += next.value.length
      reading = readAhead(reader)
    }
    if (gathered.length === gatheredChunks) await isOld
    yield gathered.length === 1 ? part.value : Buffer.concat(gathered)
  }
}

/** Its error is told when its turn comes: nobody may wait for it at the moment that it breaks off. */
function readAhead(reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>) {
  const reading = reader.read()
  reading.catch(() => {})
  return reading
}
