import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { dashboardKind, dashboardPlaces } from './dashboard-kind.tsx'
import { useNewDashboard } from './new-dashboard.tsx'
import { NothingHere } from './nothing-here.tsx'

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
