import { Outlet } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { Page } from '#web/ui/page.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'

const tabs = [
  { label: t('System Status'), to: '/admin/status' },
  { label: t('Queue Status'), to: '/admin/queries/jobs' },
  { label: t('Outdated Queries'), to: '/admin/queries/outdated' },
] as const

/** The pages about the state of the instance. */
export function StatusLayout() {
  return (
    <Page>
      <PageTabs tabs={tabs} label={t('Status')} />
      <Outlet />
    </Page>
  )
}
