import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ConnectorHost, SentFile, Sink } from '../../connector.ts'
import { QueryFailed, stopReason } from '../../connector-errors.ts'
import { type EngineOptions, openEngineProcess } from '../../engine-process.ts'
import { readFrames } from '../read-frames.ts'
import { makeSpillFolder, spillMegabytes } from '../spill-folder.ts'
import type { FileRequest } from './files-child.ts'

/** Reads an uploaded file in a restricted process. */
export async function readSentFile(
  file: SentFile,
  host: ConnectorHost,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  if (file.format === 'parquet') return await readOnDisk(file, host, sink, signal)
  const program = {
    child: new URL('./files-child.ts', import.meta.url),
    ...{ path: ':memory:', packages: ['csv-parse'], isNative: false, host },
  }
  await runReader(program, file, sink, signal)
}

/** Parquet is read in places: the file lies in a folder of this session while it is read. */
async function readOnDisk(
  file: SentFile,
  host: ConnectorHost,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const folder = await makeSpillFolder(host)
  const path = join(folder, 'file.parquet')
  try {
    await pipeline(withinLimit(readFrames(file.frames), spillMegabytes(host)), createWriteStream(path), {
      signal,
    })
    const program = {
      child: new URL('./parquet-child.ts', import.meta.url),
      ...{ path, packages: ['@duckdb'], isNative: true, host },
    }
    await runReader(program, file, sink, signal)
  } catch (error) {
    throw signal.aborted ? stopReason(signal) : error
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function* withinLimit(
  chunks: AsyncIterable<Uint8Array>,
  megabytes: number,
): AsyncGenerator<Uint8Array> {
  let left = megabytes * 1_000_000
  for await (const chunk of chunks) {
    left -= chunk.length
    if (left < 0) {
      throw new QueryFailed(
        `To be read, the file needs more disk than one run may use: ${megabytes} MB (SEXTANT_ENGINE_SPILL_MB).`,
      )
    }
    yield chunk
  }
}

async function runReader(
  program: EngineOptions,
  { format, options, frames }: SentFile,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const engine = await openEngineProcess(program, signal)
  const request: FileRequest = { ...options, format }
  try {
    await engine.run(JSON.stringify(request), sink, signal, [], { tables: async () => [], frames })
  } finally {
    await engine.close()
  }
}
