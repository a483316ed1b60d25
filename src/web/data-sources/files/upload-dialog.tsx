import { Button, Modal, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { formatBytes } from '#shared/format/bytes.ts'
import { t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { ChooseFile } from './choose-file.tsx'
import { filesQuery } from './file-queries.ts'
import classes from './files.module.css'
import { FilesTable } from './files-table.tsx'
import type { SendProgress } from './send-file.ts'
import { TablePreview } from './table-preview.tsx'
import { useUpload } from './use-upload.ts'

export interface UploadDialogProps {
  dataSourceId: number
  /** shows the files that are tables already, too */
  hasList: boolean
  onDeleted: (() => void) | undefined
  onClose(): void
  onSaved(): void
}

/** Sends a file, shows its first rows, and saves it as a table. */
export function UploadDialog(props: UploadDialogProps) {
  const { dataSourceId, hasList, onDeleted, onClose, onSaved } = props
  const tables = useQuery(filesQuery(dataSourceId)).data ?? []
  const client = useQueryClient()
  const upload = useUpload(dataSourceId)
  const { state } = upload
  const [isOver, setOver] = useState(false)
  useFocusReturn()
  const close = async () => {
    if (state.step !== 'choosing' && !(await confirmDiscard())) return
    upload.leave()
    onClose()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && state.step === 'choosing') void upload.send(file)
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={t('Upload File')}
      size={state.step === 'shown' ? 1000 : hasList ? 820 : 620}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {/* a file that falls beside the zone would else leave the page */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keys */}
      <div
        data-over={isOver || undefined}
        className={classes.dialog}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {upload.failure !== null && <ErrorAlert error={upload.failure} />}
        {state.step === 'choosing' && <ChooseFile onChoose={(file) => void upload.send(file)} />}
        {state.step === 'choosing' && hasList && (
          <FilesTable dataSourceId={dataSourceId} onDeleted={onDeleted} />
        )}
        {state.step === 'working' && <Working {...state} onCancel={upload.leave} />}
        {state.step === 'shown' && (
          <TablePreview
            preview={state.preview}
            isReading={state.isReading}
            options={state.options}
            tables={tables}
            onRead={(options) => void upload.read(options)}
            onSave={async (place) => {
              if (!(await upload.save(place))) return
              void client.invalidateQueries({ queryKey: filesQuery(dataSourceId).queryKey })
              onSaved()
            }}
          />
        )}
      </div>
    </Modal>
  )
}

function Working({ file, progress, onCancel }: { file: File; progress: SendProgress; onCancel(): void }) {
  const { step, fraction, rows } = progress
  return (
    <div className={classes.working} role="status">
      <p>
        <strong>{file.name}</strong> ({formatBytes(file.size)})
      </p>
      <Progress value={step === 'sending' ? fraction * 100 : 100} animated={step === 'reading'} />
      <p className={classes.note}>
        {step === 'sending'
          ? t('Sending…')
          : rows === 0
            ? t('Reading…')
            : t('Reading… {count} rows', { count: rows.toLocaleString() })}
      </p>
      <Button variant="default" size="xs" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: t('Discard the file?'),
    message: t('It was not saved as a table yet.'),
    confirmLabel: t('Discard'),
    danger: true,
  })
}
