import { t } from '#shared/messages/translate.ts'
import classes from './files.module.css'
import { FilesTable } from './files-table.tsx'
import { UploadButton } from './upload-button.tsx'

/** The files of a data source, and the way to more of them. */
export function FilesPanel({ dataSourceId }: { dataSourceId: number }) {
  return (
    <section className={classes.panel} aria-label={t('Files')}>
      <div className={classes.head}>
        <h2>{t('Files')}</h2>
        <UploadButton dataSourceId={dataSourceId} />
      </div>
      <FilesTable dataSourceId={dataSourceId} />
    </section>
  )
}
