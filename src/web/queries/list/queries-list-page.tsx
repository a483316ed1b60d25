import { Button } from '@mantine/core'
import { IconArchive, IconCode, IconHistory, IconPlus, IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { queryKind } from './query-kind.tsx'
import { queryPlaces } from './query-places.ts'

const look = { size: 40, stroke: 1.5 }

export const AllQueriesPage = () => <QueriesListPage place="all" />

export const MyQueriesPage = () => <QueriesListPage place="my" />

export const FavoriteQueriesPage = () => <QueriesListPage place="favorites" />

export const ArchivedQueriesPage = () => <QueriesListPage place="archive" />

function QueriesListPage({ place }: { place: keyof typeof queryPlaces }) {
  return (
    <ListPage
      kind={queryKind}
      place={queryPlaces[place]}
      action={
        <>
          <Button
            component={Link}
            to="/queries/runs"
            variant="default"
            leftSection={<IconHistory size={16} />}
          >
            {t('My Runs')}
          </Button>
          <NewQueryButton />
        </>
      }
      nothing={<NothingHere place={place} />}
    />
  )
}

function NewQueryButton() {
  if (!usePermission('create_query')) return null
  return (
    <Button component={Link} to="/queries/new" leftSection={<IconPlus size={16} />}>
      {t('New Query')}
    </Button>
  )
}

/** Empty lists, in the words of docs/reference/screens.md#lists, each with the next step. */
function NothingHere({ place }: { place: keyof typeof queryPlaces }) {
  switch (place) {
    case 'favorites':
      return (
        <EmptyState
          icon={<IconStar {...look} />}
          title={t('Mark queries as Favorite to list them here.')}
          action={<ToAllQueries>{t('Show all queries')}</ToAllQueries>}
        >
          {t('The star is before the name of each query.')}
        </EmptyState>
      )
    case 'archive':
      return (
        <EmptyState icon={<IconArchive {...look} />} title={t('Archived queries will be listed here.')}>
          {t('Archive is in the menu of a query. It takes the query off the lists and stops its schedule.')}
        </EmptyState>
      )
    case 'my':
      return (
        <EmptyState
          icon={<IconCode {...look} />}
          title={t('You have no queries yet.')}
          action={<FirstQuery />}
        >
          {t('Queries that you create are listed here.')}
        </EmptyState>
      )
    case 'all':
      return (
        <EmptyState
          icon={<IconCode {...look} />}
          title={t('There are no queries yet.')}
          action={<FirstQuery />}
        >
          {t('Queries that you and your colleagues save are listed here.')}
        </EmptyState>
      )
  }
}

function ToAllQueries({ children }: { children: ReactNode }) {
  return (
    <Button component={Link} to="/queries" variant="light">
      {children}
    </Button>
  )
}

function FirstQuery() {
  if (!usePermission('create_query')) return null
  return (
    <Button component={Link} to="/queries/new" variant="light">
      {t('Create your first query')}
    </Button>
  )
}
