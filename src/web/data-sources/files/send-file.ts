import {
  createFile,
  deleteFile,
  type FileFormat,
  maxPartBytes,
  previewFile,
  type ReadingOptions,
  readFile,
  sendFilePart,
  type UploadedFile,
} from '#shared/data-sources/files-api.ts'
import { t } from '#shared/messages/translate.ts'
import { jobStatus } from '#shared/results/job.ts'
import { cancelJob } from '#shared/results/results-api.ts'
import { call, callWithBytes } from '#web/api/call.ts'
import { jobEnd } from '#web/api/job-end.ts'

export interface Preview {
  file: UploadedFile
  rows: (string | null)[][]
}

/** The file is not what it seems: the message names the line. */
export class FileNotRead extends Error {}

export interface SendProgress {
  step: 'sending' | 'reading'
  /** 0 to 1 while it is sent */
  fraction: number
  /** rows that were read */
  rows: number
}

interface Sending {
  dataSourceId: number
  signal: AbortSignal
  onProgress(progress: SendProgress): void
}

/** Sends a file part by part. A cancelled one is removed from the server. */
export async function sendFile(file: File, format: FileFormat, sending: Sending): Promise<UploadedFile> {
  const { dataSourceId: id, signal, onProgress } = sending
  const body = { file_name: file.name.slice(0, 255), format, byte_count: file.size }
  const created = await call(createFile, { params: { id }, body, signal })
  const params = { id, file_id: created.id }
  try {
    for (let part = 0; part * maxPartBytes < file.size; part++) {
      onProgress({ step: 'sending', fraction: (part * maxPartBytes) / file.size, rows: 0 })
      const bytes = file.slice(part * maxPartBytes, (part + 1) * maxPartBytes)
      await callWithBytes(sendFilePart, { params: { ...params, part }, bytes, signal })
    }
    return created
  } catch (error) {
    removeFile(params)
    throw error
  }
}

/** Has a worker read the file, and waits for its first rows. Throws the line and the reason for a file that cannot be read. */
export async function readSentFile(
  fileId: number,
  options: ReadingOptions,
  { dataSourceId: id, signal, onProgress }: Sending,
): Promise<Preview> {
  const params = { id, file_id: fileId }
  const progress = (rows: number) => onProgress({ step: 'reading', fraction: 1, rows })
  progress(0)
  const { job } = await call(readFile, { params, body: options, signal })
  const cancel = () => void call(cancelJob, { params: { id: job.id }, query: {} }).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const ended = await jobEnd(job, signal, ({ rows = 0 }) => progress(rows))
    if (ended.status !== jobStatus.done)
      throw new FileNotRead(String(ended.error || t('The file could not be read.')))
    return await call(previewFile, { params, signal })
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Nobody waits for it: what stays is removed by the server after a day. */
export function removeFile(params: { id: number; file_id: number }): void {
  call(deleteFile, { params }).catch(() => {})
}
