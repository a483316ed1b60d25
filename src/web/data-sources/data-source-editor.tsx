import { Button, Tooltip } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type DataSourceDetail,
  type DataSourceType,
  deleteDataSource,
  saveDataSource,
  testDataSource,
} from '#shared/data-sources/data-sources-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import { DataSourceForm, type DataSourceFormValues } from './data-source-form.tsx'
import classes from './data-source-page.module.css'
import { dataSourceQuery, dataSourcesQuery } from './data-source-queries.ts'
import { DataSourceSide } from './data-source-side.tsx'

type Working = 'none' | 'saving' | 'testing' | 'deleting'

const formId = 'data-source'
const failureToast = 10_000

/** Form, connection test, deletion; groups and pausing beside it. */
export function DataSourceEditor({ source, type }: { source: DataSourceDetail; type: DataSourceType }) {
  const [working, setWorking] = useState<Working>('none')
  const [dirty, setDirty] = useState(false)
  // the form starts anew from what the server has stored
  const [saves, setSaves] = useState(0)
  const client = useQueryClient()
  const navigate = useNavigate()
  useDirtyGuard(dirty && working !== 'deleting')

  const save = async (values: DataSourceFormValues) => {
    setWorking('saving')
    try {
      const saved = await call(saveDataSource, {
        params: { id: source.id },
        body: { ...values, type: source.type },
      })
      client.setQueryData(dataSourceQuery(source.id).queryKey, saved)
      setSaves((count) => count + 1)
      setDirty(false)
      void client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
      notify.success('Saved.')
    } catch (error) {
      notify.error(messageOf(error, 'Failed saving.'))
    } finally {
      setWorking('none')
    }
  }

  const test = async () => {
    setWorking('testing')
    await testConnection(source.id)
    setWorking('none')
  }

  const remove = async () => {
    if (!(await confirmDeletion(source.name))) return
    setWorking('deleting')
    try {
      await call(deleteDataSource, { params: { id: source.id } })
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
      notify.success('Data source deleted successfully.')
      await navigate({ to: '/data_sources', ignoreBlocker: true })
    } catch (error) {
      notify.error(messageOf(error, 'Failed deleting the data source.'))
      setWorking('none')
    }
  }

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
          <Button
            type="submit"
            form={formId}
            loading={working === 'saving'}
            disabled={working === 'deleting' || working === 'testing'}
          >
            Save
          </Button>
          <Tooltip label="Save your changes first: the test uses what is stored." disabled={!dirty}>
            <Button
              variant="default"
              loading={working === 'testing'}
              disabled={working === 'saving' || working === 'deleting'}
              data-disabled={dirty || undefined}
              aria-disabled={dirty || undefined}
              onClick={() => !dirty && void test()}
            >
              Test Connection
            </Button>
          </Tooltip>
          <Button
            variant="subtle"
            color="red"
            ml="auto"
            loading={working === 'deleting'}
            disabled={working === 'saving' || working === 'testing'}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </div>
      </div>
      <DataSourceSide source={source} />
    </div>
  )
}

async function testConnection(id: number): Promise<void> {
  try {
    const { ok, message } = await call(testDataSource, { params: { id } })
    if (ok) notify.success('Success')
    else notify.error(message, { title: 'Connection Test Failed:', duration: failureToast })
  } catch {
    notify.error('Unknown error occurred while performing connection test. Please try again later.', {
      title: 'Connection Test Failed:',
      duration: failureToast,
    })
  }
}

function confirmDeletion(name: string): Promise<boolean> {
  return confirm({
    title: 'Delete Data Source',
    message: `Are you sure you want to delete “${name}”? Its queries stay, but they can no longer run, and their results are deleted.`,
    confirmLabel: 'Delete',
    danger: true,
  })
}
