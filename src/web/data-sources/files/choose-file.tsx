import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { acceptedEndings } from './file-facts.ts'
import classes from './files.module.css'

/** The zone into which a file is dropped, and the button for everyone else. */
export function ChooseFile({ onChoose }: { onChoose(file: File): void }) {
  return (
    <div className={classes.zone}>
      <IconFileUpload size={40} stroke={1.5} aria-hidden="true" />
      <p>{t('Drop a file here: CSV, TSV, JSON, NDJSON, Parquet or Excel.')}</p>
      <FileButton
        accept={acceptedEndings.join(',')}
        onChange={(file) => {
          if (file !== null) onChoose(file)
        }}
      >
        {(props) => (
          <Button {...props} variant="light" data-autofocus>
            {t('Choose File')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
