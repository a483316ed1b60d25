import { ActionIcon, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { parameterLabel, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { isDateRangeType, isDateType } from '#shared/parameters/dynamic-dates.ts'
import { matchesPattern, normalizeValue } from '#shared/parameters/normalize-value.ts'
import { early } from '#web/ui/lazy.tsx'
import type { ControlProps, ParameterSettings } from './control-props.ts'
import type { DropdownSource } from './dropdown-source.ts'
import classes from './parameter-area.module.css'

// pickers and lists are heavy, and many queries have none
const DateControl = early(async () => (await import('./date-control.tsx')).default)

const EnumControl = early(async () => (await import('./list-controls.tsx')).EnumControl)

const DropdownControl = early(async () => (await import('./list-controls.tsx')).DropdownControl)

/** Preloads the control of a type of parameter. */
export async function preloadControl(type: string): Promise<void> {
  if (type.startsWith('date')) await DateControl.preload()
  else if (type === 'enum') await EnumControl.preload()
  else if (type === 'query') await DropdownControl.preload()
}

interface ParameterFieldProps {
  /** with the value that the control shows */
  parameter: StoredParameter
  isDirty: boolean
  settings: ParameterSettings
  dropdowns: DropdownSource
  /** values of the page's other parameters */
  others: Readonly<Record<string, unknown>>
  onChange(value: unknown): void
  onEdit?: (() => void) | undefined
  /** the drag handle */
  handle?: ReactNode
}

/** Label, marks and control of one parameter. */
export function ParameterField(props: ParameterFieldProps) {
  const { parameter, isDirty, settings, onChange, onEdit, handle } = props
  const id = useId()
  const labelId = `${id}-label`
  const label = parameterLabel(parameter)
  const isEmpty = parameter.value === null
  return (
    <div className={classes.field} data-dirty={isDirty || undefined} data-empty={isEmpty || undefined}>
      <div className={classes.head}>
        {handle}
        <label className={classes.label} id={labelId} htmlFor={id}>
          {label}
        </label>
        {isEmpty && <span className={classes.empty}>{t('no value')}</span>}
        {isDirty && <span className="sx-visually-hidden">{t('changed, not applied')}</span>}
        {onEdit && (
          <Tooltip label={t('Edit parameter')}>
            <ActionIcon
              className={classes.gear}
              size={20}
              variant="subtle"
              color="gray"
              aria-label={t('Edit parameter {label}', { label })}
              onClick={onEdit}
            >
              <IconSettings size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <Suspense fallback={<Skeleton height={30} />}>
        <Control {...props} control={{ parameter, label, id, labelId, settings, onChange }} />
      </Suspense>
    </div>
  )
}

function Control({
  control,
  dropdowns,
  others,
}: Pick<ParameterFieldProps, 'dropdowns' | 'others'> & { control: ControlProps }) {
  const { type } = control.parameter
  if (isDateType(type) || isDateRangeType(type)) {
    return <DateControl key={type} {...control} />
  }
  switch (type) {
    case 'text-pattern':
      return <PatternControl {...control} />
    case 'number':
      return <NumberControl {...control} />
    case 'enum':
      return <EnumControl {...control} />
    case 'query':
      return <DropdownControl {...control} dropdowns={dropdowns} others={others} />
    default:
      return <TextControl {...control} />
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

function TextControl({ parameter, id, onChange }: ControlProps) {
  return (
    <TextInput
      id={id}
      size="xs"
      value={textOf(parameter.value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Text that does not match is not a value, but stays in the field to be corrected. */
function PatternControl({ parameter, id, onChange }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? textOf(parameter.value)
  const isWrong = text !== '' && !matchesPattern(parameter.regex, text)
  const regex = typeof parameter.regex === 'string' ? parameter.regex : ''
  return (
    <Tooltip label={t('Regex: {regex}', { regex })}>
      <TextInput
        id={id}
        size="xs"
        value={text}
        error={isWrong ? t('Does not match the pattern') : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(event.currentTarget.value)
        }}
        onBlur={() => {
          if (!isWrong) setTyped(null)
        }}
      />
    </Tooltip>
  )
}

/** Input that is not a number is ignored. */
function NumberControl({ parameter, id, onChange }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      id={id}
      size="xs"
      inputMode="decimal"
      value={typed ?? textOf(parameter.value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text.trim() === '') onChange(null)
        else if (normalizeValue(parameter, text) !== null) onChange(text)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
