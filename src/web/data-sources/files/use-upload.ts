import { useEffect, useRef, useState } from 'react'
import { placeFile, type ReadingOptions } from '#shared/data-sources/files-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { acceptedEndings, formatOf } from './file-facts.ts'
import {
  FileNotRead,
  type Preview,
  readSentFile,
  removeFile,
  type SendProgress,
  sendFile,
} from './send-file.ts'

export type UploadState =
  | { step: 'choosing' }
  | { step: 'working'; file: File; progress: SendProgress }
  | { step: 'shown'; preview: Preview; options: ReadingOptions; isReading: boolean }

export interface Place {
  table_name: string
  mode: 'new' | 'replace' | 'append'
}

export interface Upload {
  state: UploadState
  /** why the last step failed */
  failure: string | null
  send(file: File): Promise<void>
  /** reads the file again, with other options; what is shown stays if that fails */
  read(options: ReadingOptions): Promise<void>
  save(place: Place): Promise<boolean>
  /** stops what goes on, and removes what was sent */
  leave(): void
}

function whyFailed(error: unknown, fallback: string): string {
  return error instanceof FileNotRead ? error.message : messageOf(error, fallback)
}

/** One file on its way to becoming a table. */
export function useUpload(dataSourceId: number): Upload {
  const [state, setState] = useState<UploadState>({ step: 'choosing' })
  const [failure, setFailure] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  const sent = useRef<number | null>(null)

  const leave = () => {
    abort.current?.abort()
    if (sent.current !== null) removeFile({ id: dataSourceId, file_id: sent.current })
    sent.current = null
    setState({ step: 'choosing' })
  }
  // the page may be left while the file is sent
  useEffect(() => () => abort.current?.abort(), [])

  const begin = (onProgress: (progress: SendProgress) => void) => {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    setFailure(null)
    return { dataSourceId, signal: own.signal, onProgress }
  }
  const send = async (file: File) => {
    const format = formatOf(file.name)
    if (format === null) {
      setFailure(
        t('The name of the file must end with one of these: {endings}', {
          endings: acceptedEndings.join(' '),
        }),
      )
      return
    }
    const sending = begin((progress) => {
      if (!sending.signal.aborted) setState({ step: 'working', file, progress })
    })
    try {
      const { id } = await sendFile(file, format, sending)
      sent.current = id
      const preview = await readSentFile(id, {}, sending)
      setState({ step: 'shown', preview, options: {}, isReading: false })
    } catch (error) {
      if (sending.signal.aborted) return
      // the server keeps no file that it could not read
      if (error instanceof FileNotRead) sent.current = null
      leave()
      setFailure(whyFailed(error, t('The file could not be uploaded.')))
    }
  }
  const read = async (options: ReadingOptions) => {
    if (state.step !== 'shown') return
    const sending = begin(() => {})
    setState({ ...state, isReading: true })
    try {
      const preview = await readSentFile(state.preview.file.id, options, sending)
      setState({ step: 'shown', preview, options, isReading: false })
    } catch (error) {
      if (sending.signal.aborted) return
      setState({ ...state, isReading: false })
      setFailure(whyFailed(error, t('The file could not be read.')))
    }
  }
  const save = async (place: Place) => {
    if (state.step !== 'shown') return false
    setFailure(null)
    try {
      const params = { id: dataSourceId, file_id: state.preview.file.id }
      await call(placeFile, { params, body: place })
      sent.current = null
      return true
    } catch (error) {
      setFailure(messageOf(error, t('The file could not be saved.')))
      return false
    }
  }
  return { state, failure, send, read, save, leave }
}
