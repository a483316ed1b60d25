import { Button, Modal, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { CardsSkeleton } from '#web/ui/skeletons.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { notify } from '#web/ui/toast.tsx'
import type { ConfigType, NamedOptions } from './config-type.ts'
import classes from './create-dialog.module.css'
import { type FieldFault, fieldFault } from './field-fault.ts'
import { NamedForm, schemaOf } from './named-form.tsx'

interface CreateDialogProps {
  title: string
  searchLabel: string
  /** title of the question before entered values are lost */
  discardTitle: string
  types: UseQueryResult<ConfigType[]>
  logoOf: (type: string) => ReactNode
  /** beside the name */
  help: ReactNode
  /** before it is saved: why it does not work, or null; throws the server's refusal */
  test?: (values: NamedOptions & { type: string }) => Promise<string | null>
  /** throws the server's refusal */
  create: (values: NamedOptions & { type: string }) => Promise<void>
  onClose: () => void
}

const formId = 'create-by-type'

/** Creates a data source or destination: first its type, then its form. */
export function CreateDialog(props: CreateDialogProps) {
  const { title, discardTitle, create, test, onClose, help } = props
  const creation = useCreation(create, test)
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
        {creation.testFailure !== null && (
          <div className={classes.tested}>
            <ErrorAlert title={t('Connection Test Failed:')} error={creation.testFailure} />
          </div>
        )}
        <Button variant="default" className={classes.first} onClick={creation.back} disabled={saving}>
          {t('Previous')}
        </Button>
        {creation.testFailure !== null && (
          <Button type="submit" form={formId} variant="default" disabled={saving} onClick={creation.skipTest}>
            {t('Save anyway')}
          </Button>
        )}
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

interface TypePickerProps {
  types: readonly ConfigType[]
  /** label of the search */
  label: string
  logoOf: (type: string) => ReactNode
  onChoose: (type: ConfigType) => void
}

/** Searchable cards, filtered by title, ignoring case. Enter in the search takes the only match. */
function TypePicker({ types, label, logoOf, onChoose }: TypePickerProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wanted = text.trim().toLowerCase()
  const found = types.filter((type) => type.name.toLowerCase().includes(wanted))
  // on touch screens, focus would open the keyboard over the cards
  const [takesFocus] = useState(() => !window.matchMedia('(pointer: coarse)').matches)

  // for types that load after the dialog has opened; otherwise its focus trap finds data-autofocus
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  return (
    <>
      <TextInput
        ref={input}
        data-autofocus={takesFocus || undefined}
        placeholder={t('Search…')}
        aria-label={label}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const only = found.length === 1 ? found[0] : undefined
          if (event.key !== 'Enter' || only === undefined) return
          // the same key press would submit the next form
          event.preventDefault()
          onChoose(only)
        }}
        mb="md"
      />
      <div className={classes.space}>
        {found.length === 0 ? (
          <EmptyState size="compact" title={t("Sorry, we couldn't find anything.")} />
        ) : (
          <ul className={classes.cards}>
            {found.map((type) => (
              <li key={type.preset?.id ?? type.type}>
                <UnstyledButton className={classes.card} onClick={() => onChoose(type)}>
                  {logoOf(type.preset?.id ?? type.type)}
                  <span className={classes.name}>{type.name}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** 0 choose a type, 1 configure, 2 saving (docs/reference/screens-administration.md#creating-in-steps). */
type CreationStep = 0 | 1 | 2

interface Creation {
  step: CreationStep
  type: ConfigType | null
  /** an error that belongs to no field */
  failure: string | null
  /** an error that its field shows */
  fault: FieldFault | null
  /** what the connection test said; nothing is saved yet */
  testFailure: string | null
  /** the next save tests nothing */
  skipTest: () => void
  dirty: boolean
  setDirty: (dirty: boolean) => void
  choose: (type: ConfigType) => void
  back: () => void
  save: (values: NamedOptions) => Promise<void>
}

/** The three steps. A failed save returns to step 1 and keeps the entered values. */
function useCreation(create: CreateDialogProps['create'], test: CreateDialogProps['test']): Creation {
  const [step, setStep] = useState<CreationStep>(0)
  const [type, setType] = useState<ConfigType | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [fault, setFault] = useState<FieldFault | null>(null)
  const [testFailure, setTestFailure] = useState<string | null>(null)
  const [dirty, setDirty] = useState(false)
  const skipsTest = useRef(false)

  return {
    step,
    type,
    failure,
    fault,
    testFailure,
    skipTest: () => {
      skipsTest.current = true
    },
    dirty,
    setDirty,
    choose: (chosen) => {
      setType(chosen)
      setStep(1)
    },
    back: () => {
      setStep(0)
      setDirty(false)
      setFailure(null)
      setFault(null)
      setTestFailure(null)
    },
    save: async ({ name, options }) => {
      if (type === null) return
      const values = { type: type.type, name, options }
      const isTested = test !== undefined && !skipsTest.current
      skipsTest.current = false
      setFailure(null)
      setFault(null)
      setTestFailure(null)
      setStep(2)
      try {
        const problem = isTested ? await test(values) : null
        if (problem !== null) {
          setTestFailure(problem)
          setStep(1)
          return
        }
        await create(values)
        setDirty(false)
        notify.success(t('Saved.'))
      } catch (error) {
        const found = fieldFault(error)
        setFault(found)
        if (found === null || !isField(type, found.field)) setFailure(messageOf(error, t('Failed saving.')))
        setStep(1)
      }
    },
  }
}

function isField(type: ConfigType, field: string): boolean {
  if (field === 'name') return true
  return field.startsWith('options.') && Object.hasOwn(schemaOf(type).properties, field.slice(8))
}
