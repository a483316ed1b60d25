import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DataSourceType } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { CardsSkeleton } from '#web/ui/skeletons.tsx'
import { Steps } from '#web/ui/steps.tsx'
import classes from './create-data-source-dialog.module.css'
import { DataSourceForm } from './data-source-form.tsx'
import { dataSourceTypesQuery } from './data-source-queries.ts'
import { TypePicker } from './type-picker.tsx'
import { type Creation, useCreation } from './use-creation.ts'

interface CreateDataSourceDialogProps {
  onClose: () => void
  onCreated: (id: number) => void
}

const formId = 'create-data-source'

export function CreateDataSourceDialog({ onClose, onCreated }: CreateDataSourceDialogProps) {
  const creation = useCreation(onCreated)
  const { step, type, dirty } = creation
  const close = async () => {
    if (step === 2) return
    if (dirty && !(await confirmDiscard())) return
    onClose()
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={t('Create a New Data Source')}
      size={760}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Steps labels={[t('Type'), t('Configure'), t('Done')]} current={step} />
      {step === 0 && <ChooseType onChoose={creation.choose} />}
      {step > 0 && type !== null && <Configure creation={creation} type={type} />}
    </Modal>
  )
}

function ChooseType({ onChoose }: { onChoose: (type: DataSourceType) => void }) {
  const types = useQuery(dataSourceTypesQuery)
  if (types.isPending) return <CardsSkeleton cards={6} height={64} />
  if (types.isError) return <ErrorAlert error={types.error} onRetry={() => void types.refetch()} />
  return <TypePicker types={types.data.filter((type) => type.deprecated !== true)} onChoose={onChoose} />
}

function Configure({ creation, type }: { creation: Creation; type: DataSourceType }) {
  const saving = creation.step === 2
  return (
    <>
      {creation.failure !== null && (
        <div className={classes.failure}>
          <ErrorAlert error={creation.failure} />
        </div>
      )}
      <DataSourceForm
        id={formId}
        type={type}
        stored={null}
        disabled={saving}
        autoFocus
        onDirty={creation.setDirty}
        onSubmit={(values) => creation.save(type, values)}
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={creation.back} disabled={saving}>
          {t('Previous')}
        </Button>
        <Button type="submit" form={formId} loading={saving}>
          {t('Create')}
        </Button>
      </div>
    </>
  )
}

function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: t('Discard the new data source?'),
    message: t('What you have entered will be lost.'),
    confirmLabel: t('Discard'),
    danger: true,
  })
}
