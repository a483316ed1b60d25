import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import { isLargeResult } from '#shared/results/large-result.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { delimitedText } from './delimited-text.ts'
import { findOrganizationSettings } from './execution-store.ts'
import { replyReader } from './reply-reader.ts'
import { resultEnvelope } from './result-envelope.ts'
import { contentDisposition } from './result-file-name.ts'
import type { FrameReader } from './result-frames.ts'
import type { StoredResult } from './result-store.ts'
import { sendHead, sendParts, sendResult, sendText } from './send-result.ts'
import { workbook } from './workbook.ts'

const formats = ['json', 'csv', 'tsv', 'xlsx'] as const
export type ResultFormat = (typeof formats)[number]

/** Throws result.unknown_format. */
export function readFormat(text: string): ResultFormat {
  const format = formats.find((known) => known === text)
  if (format === undefined) throw refuse('result.unknown_format')
  return format
}

interface Download {
  result: StoredResult
  format: ResultFormat
  /** file name without date and extension */
  base: string
  /** results never change, so those addressed by their own id may be cached by the browser */
  cacheable: boolean
  /** only the head of a large result, as JSON */
  isHead?: boolean
}

const yearSeconds = 31_557_600

/** Sends a result in one of its formats, converted while sending (docs/reference/api-results.md#reading). */
export async function sendDownload(
  { db, frames }: { db: Db; frames: FrameReader },
  request: FastifyRequest,
  reply: FastifyReply,
  { result, format, base, cacheable, isHead = false }: Download,
): Promise<void> {
  if (cacheable) reply.header('cache-control', `private,max-age=${yearSeconds}`)
  reply.header('content-disposition', contentDisposition(base, result.retrieved_at, format))
  if (format === 'json' && isHead && isLargeResult(result)) {
    await sendHead(request, reply, db, result, resultEnvelope(result))
    return
  }
  if (format === 'json') {
    sendResult(request, reply, frames, result, resultEnvelope(result))
    return
  }
  const columns = JSON.parse(result.columns_json) as ResultColumn[]
  const reader = replyReader(request, reply)
  if (format === 'xlsx') {
    reply.header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    sendParts(reply, workbook({ columns, chunks: frames.texts(result, reader) }))
    return
  }
  const { date_format, time_format } = organizationSettings(await findOrganizationSettings(db, result.org_id))
  const text = delimitedText({
    delimiter: format === 'csv' ? ',' : '\t',
    columns,
    dateFormat: date_format,
    dateTimeFormat: `${date_format} ${time_format}`,
  })
  const type = format === 'csv' ? 'text/csv' : 'text/tab-separated-values'
  reply.header('content-type', `${type}; charset=UTF-8`)
  async function* parts() {
    yield text.header()
    for await (const chunk of frames.texts(result, reader)) yield text.convert(chunk)
  }
  sendText(request, reply, parts())
}
