import { locale, t } from '#shared/messages/translate.ts'
import '@mantine/dates/styles.css'
import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core'
import { DateInput, DatePickerInput, DateTimePicker } from '@mantine/dates'
import { IconBolt, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { isDateRangeType } from '#shared/parameters/dynamic-dates.ts'
import { dynamicName, isDynamicToken, offeredDynamicNames } from '#shared/parameters/dynamic-names.ts'
import { resolveDynamicValue } from '#shared/parameters/execution-values.ts'
import type { ControlProps } from './control-props.ts'
import classes from './date-control.module.css'
import { displayDates, displayFormat, typedDate } from './date-format.ts'

/** The six types with dates; lazy. */
export default function DateControl(props: ControlProps) {
  const { parameter } = props
  const name = dynamicName(parameter.type, parameter.value)
  if (name !== null) return <DynamicValue {...props} name={name} />
  const menu = <DynamicMenu {...props} />
  return isDateRangeType(parameter.type) ? (
    <RangeControl {...props} menu={menu} />
  ) : (
    <SingleControl {...props} menu={menu} />
  )
}

/** A dynamic value by name; the tooltip shows the current dates. */
function DynamicValue(props: ControlProps & { name: string }) {
  const { parameter, id, name, settings } = props
  const { type, value } = parameter
  const dates = displayDates(
    type,
    resolveDynamicValue(type, value, new Date(), settings.timeZone),
    settings.dateFormat,
  )
  return (
    <Tooltip label={`${dates} (${settings.timeZone})`}>
      <TextInput
        id={id}
        size="xs"
        readOnly
        value={name}
        aria-description={dates}
        rightSection={<DynamicMenu {...props} />}
      />
    </Tooltip>
  )
}

/** Weeks start on the same day as in dynamic dates. */
const calendar = {
  locale,
  firstDayOfWeek: 0,
  hideOutsideDates: true,
  classNames: { day: classes.day },
  ariaLabels: {
    previousMonth: t('Previous month'),
    nextMonth: t('Next month'),
    previousYear: t('Previous year'),
    nextYear: t('Next year'),
    previousDecade: t('Previous decade'),
    nextDecade: t('Next decade'),
  },
} as const

interface StaticProps extends ControlProps {
  menu: ReactNode
}

function SingleControl({ parameter, id, label, settings, menu, onChange }: StaticProps) {
  const { type } = parameter
  const value = typeof parameter.value === 'string' ? parameter.value : null
  const format = displayFormat(type, settings.dateFormat)
  if (type === 'date') {
    return (
      <DateInput
        {...calendar}
        id={id}
        size="xs"
        value={value}
        valueFormat={format}
        placeholder={format}
        dateParser={(text) => typedDate(text, format)}
        allowDeselect
        rightSection={menu}
        onChange={onChange}
      />
    )
  }
  return (
    <DateTimePicker
      {...calendar}
      id={id}
      popoverProps={{ id }}
      size="xs"
      aria-label={spoken(label, displayDates(type, value, settings.dateFormat))}
      value={value}
      valueFormat={format}
      placeholder={format}
      withSeconds={type.endsWith('with-seconds')}
      rightSection={menu}
      timePickerProps={timeNames(t('Time'))}
      submitButtonProps={{ 'aria-label': t('Close') }}
      onChange={onChange}
    />
  )
}

type Ends = [string | null, string | null]

const noEnds: Ends = [null, null]

/** Only both ends make a value; a single one is kept while the user chooses the other. */
function RangeControl({ parameter, id, label, settings, menu, onChange }: StaticProps) {
  const { type, value } = parameter
  const [draft, setDraft] = useState<Ends | null>(null)
  // a new array would count as a new value, and undo typing in progress
  const ends = useMemo(() => endsOf(value), [value])
  const change = ([start, end]: Ends) => {
    if (start !== null && end !== null) {
      setDraft(null)
      onChange({ start, end })
    } else setDraft(start === null && end === null ? null : [start, end])
  }
  const format = displayFormat(type, settings.dateFormat)
  const common = {
    ...calendar,
    id,
    // the dialog is labelled by the button
    popoverProps: { id },
    size: 'xs',
    type: 'range',
    'aria-label': spoken(label, displayDates(type, value, settings.dateFormat)),
    value: draft ?? ends,
    valueFormat: format,
    placeholder: `${format} – ${format}`,
    allowSingleDateInRange: true,
    labelSeparator: '–',
    rightSection: menu,
    onChange: change,
  } as const
  if (type === 'date-range') return <DatePickerInput {...common} />
  return (
    <DateTimePicker
      {...common}
      withSeconds={type.endsWith('with-seconds')}
      timePickerProps={timeNames(t('Start time'))}
      endTimePickerProps={timeNames(t('End time'))}
      submitButtonProps={{ 'aria-label': t('Close') }}
    />
  )
}

function endsOf(value: unknown): Ends {
  if (typeof value !== 'object' || value === null) return noEnds
  const { start, end } = value as { start?: unknown; end?: unknown }
  return typeof start === 'string' && typeof end === 'string' ? [start, end] : noEnds
}

/** The pickers are buttons whose label hides their value from assistive technology. */
function spoken(label: string, shown: string): string {
  return shown === '' ? label : `${label}: ${shown}`
}

function timeNames(name: string) {
  return {
    'aria-label': name,
    hoursInputLabel: t('{name}: hours', { name }),
    minutesInputLabel: t('{name}: minutes', { name }),
    secondsInputLabel: t('{name}: seconds', { name }),
  }
}

const gap = 8
/** px; also in date-control.module.css */
const tallest = 544

/** As tall as there is room above or below: the list is longer than either on many screens. */
const onScreen = {
  flip: { padding: gap, fallbackStrategy: 'bestFit' },
  shift: { padding: gap },
  size: {
    padding: gap,
    apply: ({ availableHeight, elements }: SizeOfRoom) => {
      elements.floating.style.maxHeight = `${Math.min(tallest, Math.floor(availableHeight))}px`
    },
  },
} as const

interface SizeOfRoom {
  availableHeight: number
  elements: { floating: HTMLElement }
}

/** The dynamic values of a type with their current dates (docs/reference/stored-parameters.md#dynamic-values). */
function DynamicMenu({ parameter, label, settings, onChange }: ControlProps) {
  const isDynamic = isDynamicToken(parameter.type, parameter.value)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setIsOpen} middlewares={onScreen}>
      <Menu.Target>
        <Tooltip label={t('Dynamic values')} disabled={isOpen}>
          <ActionIcon
            size={22}
            variant={isDynamic ? 'light' : 'subtle'}
            color={isDynamic ? undefined : 'gray'}
            aria-label={t('Dynamic values of {label}', { label })}
          >
            <IconBolt size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Offers parameter={parameter} settings={settings} onChange={onChange} />
        {isDynamic && (
          <>
            <Menu.Divider />
            <Menu.Item
              onClick={() =>
                onChange(resolveDynamicValue(parameter.type, parameter.value, new Date(), settings.timeZone))
              }
            >
              {t('Back to Static Value')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Offers({
  parameter,
  settings,
  onChange,
}: Pick<ControlProps, 'parameter' | 'settings' | 'onChange'>) {
  const { type, value } = parameter
  const now = new Date()
  const datesOf = (token: string) =>
    displayDates(type, resolveDynamicValue(type, token, now, settings.timeZone), settings.dateFormat)
  return offeredDynamicNames(type).map(({ token, name }) => (
    <Menu.Item
      key={token}
      className={classes.offer}
      leftSection={
        <IconCheck size={14} aria-hidden="true" className={token === value ? undefined : classes.unchecked} />
      }
      rightSection={<span className={classes.dates}>{datesOf(token)}</span>}
      onClick={() => onChange(token)}
    >
      {name}
    </Menu.Item>
  ))
}
