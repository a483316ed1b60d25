import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import classes from './query-search.module.css'
import { type FoundQuery, useFoundQueries } from './use-found-queries.ts'

interface QuerySearchProps {
  onChoose(query: FoundQuery): void
  /** the list takes Escape for itself, and has nothing to close */
  onEscape(): void
}

/** Finds a query by name; the list stands open below the field. */
export function QuerySearch({ onChoose, onEscape }: QuerySearchProps) {
  const combobox = useCombobox({ opened: true })
  const [typed, setTyped] = useState('')
  const { recent, others, hasMore, error, isFirst, isSearching } = useFoundQueries(typed)
  const all = [...recent, ...others]
  const listId = useId()
  const isListed = !isFirst && all.length > 0
  const shown = all.map(({ id }) => id).join()
  // the first one is chosen with Enter, as soon as it is there
  const { selectFirstOption, resetSelectedOption } = combobox
  useEffect(() => {
    if (shown === '' || typed.trim() === '') resetSelectedOption()
    else selectFirstOption()
  }, [shown, typed, selectFirstOption, resetSelectedOption])
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        const query = all.find(({ id }) => String(id) === value)
        if (query) onChoose(query)
      }}
    >
      <Combobox.EventsTarget
        withExpandedAttribute
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
      >
        <TextInput
          data-autofocus
          type="search"
          aria-label="Search a query by name"
          placeholder="Search a query by name"
          leftSection={<IconSearch size={16} />}
          rightSection={isSearching && <Loader size={16} />}
          styles={{ input: { appearance: 'none' } }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onEscape()
          }}
        />
      </Combobox.EventsTarget>
      <div className={classes.list}>
        {isFirst && <TableSkeleton rows={6} rowHeight={36} />}
        {isListed && (
          <Combobox.Options id={listId} className={classes.options} aria-label="Queries">
            {recent.length > 0 && <Group label="Recent" queries={recent} />}
            {others.length > 0 && <Group label={recent.length > 0 ? 'Others' : 'Queries'} queries={others} />}
          </Combobox.Options>
        )}
        {all.length === 0 && error && <ErrorAlert error={error} fallback="The queries could not be read." />}
        {all.length === 0 && !error && !isSearching && (
          <div className={classes.none}>
            {typed.trim() === '' ? 'There are no queries yet.' : 'No query has such a name.'}
          </div>
        )}
        {hasMore && <div className={classes.more}>There are more: type a part of the name.</div>}
      </div>
    </Combobox>
  )
}

function Group({ label, queries }: { label: string; queries: readonly FoundQuery[] }) {
  return (
    <Combobox.Group label={label}>
      {queries.map(({ id, name, is_draft, tags }) => (
        <Combobox.Option key={id} value={String(id)} className={classes.option}>
          <span className={classes.name}>{name}</span>
          {tags.length > 0 && <span className={classes.tags}>{tags.join(', ')}</span>}
          {is_draft && <StateLabel>Unpublished</StateLabel>}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}
