import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { NothingHere } from './nothing-here.tsx'
import { queryKind, queryPlaces } from './query-kind.tsx'

export const AllQueriesPage = () => <QueriesListPage place="all" />
export const MyQueriesPage = () => <QueriesListPage place="my" />
export const FavoriteQueriesPage = () => <QueriesListPage place="favorites" />
export const ArchivedQueriesPage = () => <QueriesListPage place="archive" />

function QueriesListPage({ place }: { place: keyof typeof queryPlaces }) {
  return (
    <ListPage
      kind={queryKind}
      place={queryPlaces[place]}
      action={<NewQueryButton />}
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
