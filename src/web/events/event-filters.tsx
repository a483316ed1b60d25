import '@mantine/dates/styles.css'
import { Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { t } from '#shared/messages/translate.ts'
import { typedDate } from '#web/parameters/date-format.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { logFilterClasses as classes, LogFilters } from '#web/ui/log-filters.tsx'
import { actionChoices, objectChoices } from './event-words.ts'
import { type EventsState, isFiltered, noFilters } from './events-state.ts'
import { PersonFilter } from './person-filter.tsx'

interface EventFiltersProps {
  state: EventsState
  unread: readonly string[]
  onShow: (changes: Partial<EventsState>) => void
}

/** Filters of the listed and exported events. */
export function EventFilters({ state, unread, onShow }: EventFiltersProps) {
  return (
    <LogFilters
      onClear={isFiltered(state) || unread.length > 0 ? () => onShow(noFilters) : null}
      unread={unread}
    >
      <PersonFilter userId={state.userId} onChange={(userId) => onShow({ userId })} />
      <Select
        label={t('Action')}
        placeholder={t('All')}
        className={classes.filter}
        searchable
        clearable
        data={actionChoices(state.action)}
        value={state.action}
        onChange={(action) => onShow({ action })}
      />
      <Select
        label={t('Object')}
        placeholder={t('All')}
        className={classes.filter}
        searchable
        clearable
        data={objectChoices(state.objectType)}
        value={state.objectType}
        onChange={(objectType) => onShow({ objectType })}
      />
      <DayFilter
        label={t('From')}
        value={state.from}
        latest={state.to}
        onChange={(from) => onShow({ from })}
      />
      <DayFilter label={t('To')} value={state.to} earliest={state.from} onChange={(to) => onShow({ to })} />
    </LogFilters>
  )
}

interface DayFilterProps {
  label: string
  value: string | null
  earliest?: string | null
  latest?: string | null
  onChange: (day: string | null) => void
}

function DayFilter({ label, value, earliest, latest, onChange }: DayFilterProps) {
  const { dateFormat } = useClientConfig()
  return (
    <DateInput
      label={label}
      placeholder={dateFormat}
      className={classes.day}
      firstDayOfWeek={0}
      hideOutsideDates
      ariaLabels={{
        previousMonth: t('Previous month'),
        nextMonth: t('Next month'),
        previousYear: t('Previous year'),
        nextYear: t('Next year'),
        previousDecade: t('Previous decade'),
        nextDecade: t('Next decade'),
      }}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {field}', { field: label }) }}
      value={value}
      valueFormat={dateFormat}
      dateParser={(text) => typedDate(text, dateFormat)}
      {...(earliest ? { minDate: earliest } : {})}
      {...(latest ? { maxDate: latest } : {})}
      onChange={onChange}
    />
  )
}
