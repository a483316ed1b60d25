import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { getUser, listUsers } from '#shared/users/users-api.ts'
import { call } from '#web/api/call.ts'
import { logFilterClasses } from '#web/ui/log-filters.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import classes from './events.module.css'

interface PersonFilterProps {
  userId: number | null
  onChange: (userId: number | null) => void
}

/** See docs/reference/screens.md#constants-of-the-interface. */
const searchDelay = 200
const offered = 20

/** Finds a user by name or email address. */
export function PersonFilter({ userId, onChange }: PersonFilterProps) {
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
      className={logFilterClasses.filter}
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
          <span className={classes.person}>
            <span>{option.label}</span>
            {email !== undefined && <span className={classes.quiet}>{email}</span>}
          </span>
        )
      }}
    />
  )
}
