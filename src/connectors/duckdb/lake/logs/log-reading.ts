import { gunzipSync } from 'node:zlib'
import { QueryFailed } from '../../../connector-errors.ts'
import type { DocumentDesk } from '../../../document-desk.ts'
import type { EngineRun } from '../../../engine-child.ts'
import type { EngineCell } from '../../../engine-protocol.ts'
import { rowBatch } from '../../../row-batch.ts'
import { readFrames } from '../../read-frames.ts'
import { deltaReplay } from './delta-log.ts'
import { type Manifest, readManifest, readManifestList } from './iceberg-manifests.ts'
import { readIcebergMetadata } from './iceberg-schema.ts'

/** A part of a log for this process to parse. The worker lends the documents, in this order. */
export type LogRequest =
  /** commits, a line for each action; `rows`: a checkpoint, as rows of a table of the engine */
  | { log: 'delta'; documents: ('lines' | 'rows')[] }
  | { log: 'metadata' }
  | { log: 'list' }
  | { log: 'manifests'; manifests: Manifest[] }

type Desk = Pick<DocumentDesk, 'borrow'>

/** Parses a part of a log. Untrusted metadata is parsed only here, in the restricted process. Answers rows of JSON. */
export async function readLog(request: LogRequest, documents: Desk): Promise<EngineRun> {
  return { columns: [{ name: 'json', type: 'string' }], batches: batchesOf(answersOf(request, documents)) }
}

async function* answersOf(request: LogRequest, documents: Desk): AsyncGenerator<unknown> {
  switch (request.log) {
    case 'delta': {
      const { header, files } = await replayed(request.documents, documents)
      yield header
      yield* files
      return
    }
    case 'metadata':
      yield readIcebergMetadata(jsonOf((await wholeOf(documents, 0)).toString()))
      return
    case 'list':
      yield* readManifestList(await wholeOf(documents, 0))
      return
    case 'manifests': {
      let total = 0
      for (const [index, manifest] of request.manifests.entries()) {
        const files = readManifest(await wholeOf(documents, index), manifest, total)
        total += files.length
        yield* files
      }
    }
  }
}

async function replayed(kinds: readonly ('lines' | 'rows')[], documents: Desk) {
  const replay = deltaReplay()
  for (const [index, kind] of kinds.entries()) {
    const texts = textsOf(documents, index)
    if (kind === 'rows') {
      // each frame ends with a row
      for await (const text of texts) {
        const rows = jsonOf(`[${text.replace(/^,/, '')}]`) as { action: string }[]
        for (const { action } of rows) replay.see(jsonOf(action))
      }
    } else for await (const line of linesOf(texts)) replay.see(jsonOf(line))
  }
  return replay.finish()
}

async function* textsOf(documents: Desk, index: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of readFrames(() => documents.borrow(index)))
    yield decoder.decode(bytes, { stream: true })
}

const maxLine = 10_000_000

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) throw new QueryFailed('An action of the log is longer than 10 million signs.')
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}

/** Metadata and manifests are read in one piece. */
const maxWhole = 64_000_000

async function wholeOf(documents: Desk, index: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const bytes of readFrames(() => documents.borrow(index))) {
    size += bytes.length
    if (size > maxWhole) throw new QueryFailed('A file of the metadata has more than 64 MB.')
    parts.push(bytes)
  }
  const whole = Buffer.concat(parts)
  if (whole[0] !== 0x1f || whole[1] !== 0x8b) return whole
  try {
    return gunzipSync(whole, { maxOutputLength: maxWhole })
  } catch (error) {
    throw new QueryFailed(`A file of the metadata is damaged: ${(error as Error).message}`, { cause: error })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new QueryFailed(`The log is damaged: ${(error as Error).message}`, { cause: error })
  }
}

async function* batchesOf(answers: AsyncIterable<unknown>): AsyncGenerator<EngineCell[][]> {
  const batch = rowBatch()
  for await (const answer of answers) {
    const full = batch.add([JSON.stringify(answer)])
    if (full !== null) yield full
  }
  const rest = batch.rest()
  if (rest.length > 0) yield rest
}
