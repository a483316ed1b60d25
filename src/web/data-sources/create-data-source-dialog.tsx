import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createDataSource, type DataSourceType } from '#shared/data-sources/data-sources-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { CardsSkeleton } from '#web/ui/skeletons.tsx'
import { Steps } from '#web/ui/steps.tsx'
import classes from './create-data-source-dialog.module.css'
import { DataSourceForm, type DataSourceFormValues } from './data-source-form.tsx'
import { dataSourcesQuery, dataSourceTypesQuery } from './data-source-queries.ts'
import { TypePicker } from './type-picker.tsx'

interface CreateDataSourceDialogProps {
  onClose: () => void
  onCreated: (id: number) => void
}

const formId = 'create-data-source'

/** Steps: 0 choose a type, 1 configure, 2 saving. A failed save returns to step 1 with everything still entered. */
export function CreateDataSourceDialog({ onClose, onCreated }: CreateDataSourceDialogProps) {
  const [step, setStep] = useState(0)
  const [chosen, setChosen] = useState<DataSourceType | null>(null)
  const [dirty, setDirty] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const types = useQuery(dataSourceTypesQuery)
  const client = useQueryClient()

  const close = async () => {
    if (step === 2) return
    if (dirty && !(await confirmDiscard())) return
    onClose()
  }

  const create = async (type: DataSourceType, values: DataSourceFormValues) => {
    setFailure(null)
    setStep(2)
    try {
      const created = await call(createDataSource, {
        body: { type: type.type, name: values.name, options: values.options },
      })
      setDirty(false)
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['organization-status'] })
      onCreated(created.id)
    } catch (error) {
      setFailure(messageOf(error, 'Failed saving.'))
      setStep(1)
    }
  }

  const back = () => {
    setStep(0)
    setDirty(false)
    setFailure(null)
  }

  return (
    <Modal
      opened
      onClose={() => void close()}
      title="Create a New Data Source"
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Steps labels={['Type', 'Configure', 'Done']} current={step} />
      {step === 0 && types.isPending && <CardsSkeleton cards={6} height={64} />}
      {step === 0 && types.isError && <ErrorAlert error={types.error} onRetry={() => void types.refetch()} />}
      {step === 0 && types.isSuccess && (
        <TypePicker
          types={types.data.filter((type) => type.deprecated !== true)}
          onChoose={(type) => {
            setChosen(type)
            setStep(1)
          }}
        />
      )}
      {step > 0 && chosen !== null && (
        <>
          {failure !== null && (
            <div className={classes.failure}>
              <ErrorAlert error={failure} />
            </div>
          )}
          <DataSourceForm
            id={formId}
            type={chosen}
            stored={null}
            disabled={step === 2}
            autoFocus
            onDirty={setDirty}
            onSubmit={(values) => create(chosen, values)}
          />
          <div className={classes.foot}>
            <Button variant="default" onClick={back} disabled={step === 2}>
              Previous
            </Button>
            <Button type="submit" form={formId} loading={step === 2}>
              Create
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Discard the new data source?',
    message: 'What you have entered will be lost.',
    confirmLabel: 'Discard',
    danger: true,
  })
}
