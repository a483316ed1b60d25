import { Button } from '@mantine/core'
import { IconLayoutDashboard, IconPlus, IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { dashboardKind, dashboardPlaces } from './dashboard-kind.tsx'
import { useNewDashboard } from './new-dashboard.tsx'

export const AllDashboardsPage = () => <DashboardsListPage place="all" />
export const MyDashboardsPage = () => <DashboardsListPage place="my" />
export const FavoriteDashboardsPage = () => <DashboardsListPage place="favorites" />

function DashboardsListPage({ place }: { place: keyof typeof dashboardPlaces }) {
  const create = useNewDashboard()
  return (
    <ListPage
      kind={dashboardKind}
      place={dashboardPlaces[place]}
      action={
        create && (
          <Button leftSection={<IconPlus size={16} />} onClick={create}>
            {t('New Dashboard')}
          </Button>
        )
      }
      nothing={<NothingHere place={place} onCreate={create} />}
    />
  )
}

interface NothingHereProps {
  place: keyof typeof dashboardPlaces
  /** null: not permitted */
  onCreate: (() => void) | null
}

const look = { size: 40, stroke: 1.5 }

/** Texts of empty lists, each with the next step (docs/reference/screens.md#lists). */
function NothingHere({ place, onCreate }: NothingHereProps) {
  if (place === 'favorites') {
    return (
      <EmptyState
        icon={<IconStar {...look} />}
        title={t('Mark dashboards as Favorite to list them here')}
        action={
          <Button component={Link} to="/dashboards" variant="light">
            {t('Show all dashboards')}
          </Button>
        }
      >
        {t('The star is before the name of each dashboard.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconLayoutDashboard {...look} />}
      title={place === 'my' ? t('You have no dashboards yet.') : t('There are no dashboards yet.')}
      action={
        onCreate && (
          <Button variant="light" onClick={onCreate}>
            {t('Create your first dashboard')}
          </Button>
        )
      }
    >
      {place === 'my'
        ? t('Dashboards that you create are listed here.')
        : t('Dashboards show visualizations of several queries side by side.')}
    </EmptyState>
  )
}
