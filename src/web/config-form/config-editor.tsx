import { Button, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import classes from './config-editor.module.css'
import type { ConfigType, NamedOptions } from './config-type.ts'
import { type MoreFields, NamedForm, type NamedFormValues } from './named-form.tsx'
import type { ConfigActs } from './use-config-acts.ts'

interface ConfigEditorProps {
  formId: string
  type: ConfigType
  stored: NamedOptions
  more?: MoreFields
  help: ReactNode
  acts: ConfigActs
  save: (values: NamedFormValues) => Promise<void>
  remove: () => Promise<void>
  testLabel: string
  test: () => Promise<void>
  /** outcome of the test, below the buttons */
  outcome?: ReactNode
  /** beside the form */
  side: ReactNode
  sideLabel: string
}

/** The form of a stored data source or destination, with Save, a test and Delete. */
export function ConfigEditor(props: ConfigEditorProps) {
  const { formId, type, stored, more, help, acts, save, outcome, side, sideLabel } = props
  const { working } = acts
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty && working !== 'deleting')
  return (
    <div className={classes.columns}>
      <div>
        <NamedForm
          // each save restarts the form from the stored values
          key={acts.saves}
          id={formId}
          type={type}
          stored={stored}
          more={more}
          disabled={working === 'saving' || working === 'deleting'}
          help={help}
          fault={acts.fault}
          onDirty={setDirty}
          onSubmit={(values) => acts.save(() => save(values))}
        />
        <Actions {...props} dirty={dirty} />
        {outcome}
      </div>
      <aside className={classes.side} aria-label={sideLabel}>
        {side}
      </aside>
    </div>
  )
}

function Actions({ formId, acts, test, testLabel, remove, dirty }: ConfigEditorProps & { dirty: boolean }) {
  const { working } = acts
  const busy = working !== 'none'
  return (
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
          onClick={() => !dirty && void acts.test(test)}
        >
          {testLabel}
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
  )
}
