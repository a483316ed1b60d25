import { Button, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { DataSourceDetail, DataSourceType } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import { DataSourceForm } from './data-source-form.tsx'
import classes from './data-source-page.module.css'
import { DataSourceSide } from './data-source-side.tsx'
import { useDataSourceActs } from './use-data-source-acts.ts'

const formId = 'data-source'

/** Form, connection test, deletion; groups and pausing beside it. */
export function DataSourceEditor({ source, type }: { source: DataSourceDetail; type: DataSourceType }) {
  const [dirty, setDirty] = useState(false)
  // the form starts anew from what the server has stored
  const [saves, setSaves] = useState(0)
  const { working, save, test, remove } = useDataSourceActs(source, () => {
    setSaves((count) => count + 1)
    setDirty(false)
  })
  const busy = working !== 'none'
  useDirtyGuard(dirty && working !== 'deleting')

  return (
    <div className={classes.columns}>
      <div>
        <DataSourceForm
          key={saves}
          id={formId}
          type={type}
          stored={source}
          disabled={working === 'saving' || working === 'deleting'}
          onDirty={setDirty}
          onSubmit={save}
        />
        <div className={classes.actions}>
          <Button type="submit" form={formId} loading={working === 'saving'} disabled={busy}>
            {t('Save')}
          </Button>
          <Tooltip label={t('Save your changes first: the test uses what is stored.')} disabled={!dirty}>
            <Button
              variant="default"
              loading={working === 'testing'}
              disabled={busy}
              data-disabled={dirty || undefined}
              aria-disabled={dirty || undefined}
              onClick={() => !dirty && void test()}
            >
              {t('Test Connection')}
            </Button>
          </Tooltip>
          <Button
            variant="subtle"
            color="red"
            ms="auto"
            loading={working === 'deleting'}
            disabled={busy}
            onClick={() => void remove()}
          >
            {t('Delete')}
          </Button>
        </div>
      </div>
      <DataSourceSide source={source} />
    </div>
  )
}
