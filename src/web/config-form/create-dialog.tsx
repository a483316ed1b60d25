import { Button, Modal } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { CardsSkeleton } from '#web/ui/skeletons.tsx'
import { Steps } from '#web/ui/steps.tsx'
import type { ConfigType, NamedOptions } from './config-type.ts'
import classes from './create-dialog.module.css'
import { NamedForm } from './named-form.tsx'
import { TypePicker } from './type-picker.tsx'
import { type Creation, useCreation } from './use-creation.ts'

interface CreateDialogProps {
  title: string
  searchLabel: string
  /** title of the question before entered values are lost */
  discardTitle: string
  types: UseQueryResult<ConfigType[]>
  logoOf: (type: string) => ReactNode
  /** beside the name */
  help: ReactNode
  /** throws the server's refusal */
  create: (values: NamedOptions & { type: string }) => Promise<void>
  onClose: () => void
}

const formId = 'create-by-type'

/** Creates a data source or destination: first its type, then its form. */
export function CreateDialog(props: CreateDialogProps) {
  const { title, discardTitle, create, onClose, help } = props
  const creation = useCreation(create)
  const { step, type, dirty } = creation
  const close = async () => {
    if (step === 2) return
    if (dirty && !(await confirmDiscard(discardTitle))) return
    onClose()
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={title}
      size={760}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Steps labels={[t('Type'), t('Configure'), t('Done')]} current={step} />
      {step === 0 && <ChooseType {...props} onChoose={creation.choose} />}
      {step > 0 && type !== null && <Configure creation={creation} type={type} help={help} />}
    </Modal>
  )
}

interface ChooseTypeProps extends Pick<CreateDialogProps, 'types' | 'searchLabel' | 'logoOf'> {
  onChoose: (type: ConfigType) => void
}

function ChooseType({ types, searchLabel, logoOf, onChoose }: ChooseTypeProps) {
  if (types.isPending) return <CardsSkeleton cards={6} height={64} />
  if (types.isError) return <ErrorAlert error={types.error} onRetry={() => void types.refetch()} />
  const offered = types.data.filter((type) => type.deprecated !== true)
  return <TypePicker types={offered} label={searchLabel} logoOf={logoOf} onChoose={onChoose} />
}

function Configure({ creation, type, help }: { creation: Creation; type: ConfigType; help: ReactNode }) {
  const saving = creation.step === 2
  return (
    <>
      {creation.failure !== null && (
        <div className={classes.failure}>
          <ErrorAlert error={creation.failure} />
        </div>
      )}
      <NamedForm
        id={formId}
        type={type}
        stored={null}
        disabled={saving}
        autoFocus
        help={help}
        fault={creation.fault}
        onDirty={creation.setDirty}
        onSubmit={creation.save}
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

function confirmDiscard(title: string): Promise<boolean> {
  return confirm({
    title,
    message: t('What you have entered will be lost.'),
    confirmLabel: t('Discard'),
    danger: true,
  })
}
