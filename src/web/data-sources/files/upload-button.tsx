import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

interface UploadButtonProps {
  dataSourceId: number
  /** beside the tables in the editor: the dialog then has the list of files too */
  isInEditor?: boolean
  /** the data source has other tables now */
  onChange?(): void
}

/** Opens the dialog, which is fetched then. */
export function UploadButton({ dataSourceId, isInEditor = false, onChange }: UploadButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="light"
        fullWidth={isInEditor}
        leftSection={<IconFileUpload size={16} />}
        onClick={() => setOpen(true)}
      >
        {t('Upload File')}
      </Button>
      <Opening>
        {isOpen && (
          <UploadDialog
            dataSourceId={dataSourceId}
            hasList={isInEditor}
            onDeleted={onChange}
            onClose={() => setOpen(false)}
            onSaved={() => {
              setOpen(false)
              onChange?.()
            }}
          />
        )}
      </Opening>
    </>
  )
}
