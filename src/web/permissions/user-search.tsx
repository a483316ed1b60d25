import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { listUsers } from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import classes from './manage-permissions.module.css'

interface UserSearchProps {
  /** ids of users who are not offered */
  without: readonly number[]
  field: Ref<HTMLInputElement>
  onChoose(person: Person): void
}

/** See docs/reference/screens.md#constants-of-the-interface. */
const searchDelay = 200

const offered = 20

/** Finds users by name or email address. */
export function UserSearch({ without, field, onChoose }: UserSearchProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const { people, hasMore, error, isSearching } = useFoundUsers(typed, without)
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(value) => {
        const person = people.find(({ id }) => String(id) === value)
        setTyped('')
        combobox.closeDropdown()
        if (person) onChoose(person)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={field}
          data-autofocus
          aria-label={t('Add users')}
          placeholder={t('Add users...')}
          leftSection={<IconSearch size={16} />}
          rightSection={isSearching && <Loader size={16} />}
          mb="xs"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes.options} aria-label={t('Users')}>
          {people.map((person) => (
            <Combobox.Option key={person.id} value={String(person.id)} className={classes.option}>
              <PersonFacts person={person} />
            </Combobox.Option>
          ))}
          {people.length === 0 && !isSearching && (
            <Combobox.Empty>
              {error ? messageOf(error, t('The users could not be read')) : t('No users found')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        {hasMore && (
          <Combobox.Footer className={classes.more}>
            {t('There are more: type a name or an address')}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function useFoundUsers(typed: string, without: readonly number[]) {
  const [q] = useDebounced(typed.trim(), searchDelay)
  const { data, error, isFetching } = useQuery({
    queryKey: ['users', 'search', q],
    queryFn: ({ signal }) =>
      call(listUsers, {
        // request extra rows to make up for users that are filtered out
        query: {
          q: q === '' ? undefined : q,
          page_size: String(offered + Math.min(without.length, 200)),
          order: 'name',
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.results ?? []).filter(({ id }) => !without.includes(id))
  const isWhole = data !== undefined && data.count === data.results.length
  return {
    people: found.slice(0, offered),
    hasMore: data !== undefined && (found.length > offered || !isWhole),
    error,
    isSearching: isFetching || q !== typed.trim(),
  }
}

export interface Person {
  id: number
  name: string
  email: string
}

export function PersonFacts({ person }: { person: Person }) {
  return (
    <>
      <Avatar name={person.name} size={28} />
      <span className={classes.words}>
        <span className={classes.name}>{person.name}</span>
        <span className={classes.email}>{person.email}</span>
      </span>
    </>
  )
}
