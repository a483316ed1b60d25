import '@mantine/dates/styles.css'
import { Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { getUser, listUsers } from '#shared/users/users-api.ts'
import { call } from '#web/api/call.ts'
import { typedDate } from '#web/parameters/date-format.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { logFilterClasses as classes, LogFilters } from '#web/ui/log-page.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { actionChoices, objectChoices } from './event-words.ts'
import eventsClasses from './events.module.css'
import { type EventsState, isFiltered, noFilters } from './events-state.ts'

/** See docs/reference/screens.md#constants-of-the-interface. */
const searchDelay = 200

const offered = 20

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

interface PersonFilterProps {
  userId: number | null
  onChange: (userId: number | null) => void
}

/** Finds a user by name or email address. */
function PersonFilter({ userId, onChange }: PersonFilterProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const chosen = useQuery({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => call(getUser, { params: { id: userId ?? 0 }, signal }),
    enabled: userId !== null,
  })
  const chosenName = chosen.data?.name ?? (userId === null ? '' : t('User {id}', { id: userId }))
  const wanted = typed.trim() === chosenName ? '' : typed.trim()
  const [q] = useDebounced(wanted, searchDelay)
  const found = useQuery({
    queryKey: ['users', 'search', q, offered],
    queryFn: ({ signal }) =>
      call(listUsers, {
        query: { q: q === '' ? undefined : q, page_size: String(offered), order: 'name' },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const people = (found.data?.results ?? []).map(({ id, name, email }) => ({
    ...{ value: String(id), label: name },
    email,
  }))
  const isListed = people.some(({ value }) => value === String(userId))
  return (
    <Select
      label={t('Person')}
      placeholder={t('All')}
      className={classes.filter}
      searchable
      clearable
      data={
        userId === null || isListed
          ? people
          : [{ value: String(userId), label: chosenName, email: '' }, ...people]
      }
      value={userId === null ? null : String(userId)}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      // the server has already filtered
      filter={({ options }) => options}
      nothingFoundMessage={t('No users found')}
      renderOption={({ option }) => {
        const email = people.find(({ value }) => value === option.value)?.email
        return (
          <span className={eventsClasses.person}>
            <span>{option.label}</span>
            {email !== undefined && <span className={eventsClasses.quiet}>{email}</span>}
          </span>
        )
      }}
    />
  )
}
