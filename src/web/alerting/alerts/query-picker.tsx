import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { parametersOfText } from '#shared/parameters/detect-parameters.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import { listRecentQueries } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import { ItemSearch } from '#web/lists/item-search.tsx'
import { type FoundItem, type ItemSource, useFoundItems } from '#web/lists/use-found-items.ts'
import { notify } from '#web/ui/toast.tsx'
import classes from './alert-form.module.css'
import { watchedQuery } from './alert-queries.ts'
import type { AlertQuery } from './use-watched-result.ts'

type FoundQuery = FoundItem & { query: string }

const queries: ItemSource<FoundQuery> = {
  plural: 'queries',
  readRecent: (signal) => call(listRecentQueries, { signal }),
  read: (query, signal) => call(listQueries, { query, signal }),
}

interface QueryPickerProps {
  query: AlertQuery | null
  onChoose: (query: AlertQuery | null) => void
}

/** The query of the alert, or the search for one. */
export function QueryPicker({ query, onChoose }: QueryPickerProps) {
  // after the query is removed, the search that replaces it takes the focus
  const [wasDropped, setWasDropped] = useState(false)
  if (query === null) return <QuerySearch takesFocus={wasDropped} onChoose={onChoose} />
  return (
    <div className={classes.query}>
      <Link to="/queries/$queryId" params={{ queryId: query.id }} className={classes.queryName}>
        {query.name}
      </Link>
      <Tooltip label={t('Choose another query')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Choose another query')}
          onClick={() => {
            setWasDropped(true)
            onChoose(null)
          }}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

interface QuerySearchProps {
  takesFocus: boolean
  onChoose: (query: AlertQuery) => void
}

/** Finds a query by name. Queries that an alert cannot watch show the reason. */
function QuerySearch({ takesFocus, onChoose }: QuerySearchProps) {
  const [typed, setTyped] = useState('')
  const found = useFoundItems(typed, queries)
  const client = useQueryClient()
  const choose = async ({ id }: FoundQuery) => {
    try {
      onChoose(await client.fetchQuery(watchedQuery(id)))
    } catch {
      notify.error(t("Couldn't select query."), { title: t('Something went wrong...') })
    }
  }
  return (
    <ItemSearch
      label={t('Search a query by name')}
      plural="queries"
      takesFocus={takesFocus}
      typed={typed}
      onType={setTyped}
      found={found}
      onEscape={() => setTyped('')}
      onChoose={(item) => void choose(item)}
      refusal={refusalOf}
    />
  )
}

function refusalOf({ is_draft, query }: FoundQuery): string | null {
  if (is_draft) return t('Publish it first')
  return parametersOfText(query, []).length > 0 ? t('Has parameters') : null
}
