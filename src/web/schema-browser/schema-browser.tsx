import { ActionIcon, Loader, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { IconRefresh, IconSearch, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import type { SchemaActs } from './schema-acts.ts'
import classes from './schema-browser.module.css'
import { SchemaTree } from './schema-tree.tsx'
import type { SchemaState } from './use-schema.ts'
import type { DatabaseChoice } from './use-schema-levels.ts'
import { searchDebounce } from './use-schema-search.ts'

/** Lazy, because few types of data sources are read in parts. */
const DatabaseSelect = lazy(async () => ({
  default: (await import('./database-select.tsx')).DatabaseSelect,
}))

export interface SchemaBrowserProps {
  state: SchemaState
  /** null: the schema is shown as a whole */
  databases: DatabaseChoice | null
  onRefresh(): void
  acts: SchemaActs
}

/** Search, refresh and tree of a data source's tables (docs/reference/screens.md#schema-browser). */
export function SchemaBrowser({ state, databases, onRefresh, acts }: SchemaBrowserProps) {
  const [typed, setTyped] = useState('')
  const [search, searchNow] = useDebounced(typed, searchDebounce)
  if (state.status === 'none' || state.status === 'unsupported') {
    return (
      <div className={classes.browser}>
        {state.status === 'unsupported' && (
          <p className={classes.note}>{t('This data source does not list its tables.')}</p>
        )}
      </div>
    )
  }
  const isBusy = state.status === 'loading' || (state.status === 'ready' && state.isRefreshing)
  return (
    <div className={classes.browser}>
      {databases && (
        <div className={classes.controls}>
          <Suspense>
            <DatabaseSelect {...databases} />
          </Suspense>
        </div>
      )}
      <div className={classes.controls}>
        <TextInput
          size="xs"
          className={classes.search}
          aria-label={t('Search schema')}
          placeholder={t('Search schema...')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') searchNow(typed)
            if (event.key === 'Escape' && typed !== '') {
              event.stopPropagation()
              setTyped('')
              searchNow('')
            }
          }}
          rightSection={
            typed !== '' && (
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={t('Clear schema search')}
                onClick={() => {
                  setTyped('')
                  searchNow('')
                }}
              >
                <IconX size={12} />
              </ActionIcon>
            )
          }
        />
        <Tooltip label={t('Refresh Schema')}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('Refresh Schema')}
            disabled={isBusy}
            onClick={onRefresh}
          >
            {isBusy ? <Loader size={14} /> : <IconRefresh size={16} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <SchemaContent key={databases?.chosen} state={state} search={search} acts={acts} />
    </div>
  )
}

function SchemaContent({
  state,
  search,
  acts,
}: Pick<SchemaBrowserProps, 'state' | 'acts'> & { search: string }) {
  if (state.status === 'loading') return <SchemaSkeleton />
  if (state.status === 'failed') {
    return (
      <div className={classes.failure} role="alert">
        <strong>{t('Schema refresh failed.')}</strong> {t('Please try again later.')}
        {state.message !== '' && <p className={classes.details}>{state.message}</p>}
      </div>
    )
  }
  if (state.status !== 'ready') return null
  if (state.schema.outline.names.length === 0) {
    return (
      <EmptyState size="compact" title={t('No tables yet')}>
        {t('Refresh the schema to look again.')}
      </EmptyState>
    )
  }
  return <SchemaTree schema={state.schema} search={search} acts={acts} />
}

const skeletonWidths = ['70%', '52%', '64%', '45%', '74%', '58%', '40%', '66%', '50%', '60%']

function SchemaSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-busy="true">
      <span className="sx-visually-hidden">{t('Loading the schema…')}</span>
      {skeletonWidths.map((width) => (
        <Skeleton key={width} height={12} width={width} my={5} />
      ))}
    </div>
  )
}
