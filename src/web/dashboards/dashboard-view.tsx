import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { isHiddenByAddress } from '#shared/parameters/parameter-address.ts'
import { useIsNarrow } from '#web/dashboards/grid/use-is-narrow.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { FullscreenButton, useFullscreen } from '#web/ui/fullscreen.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { Opening, OpeningMenu } from '#web/ui/opening.tsx'
import { notify } from '#web/ui/toast.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { useQueryKeys } from '#web/ui/use-query-keys.ts'
import { useHistoryAddress } from '#web/versions/history-address.ts'
import { DashboardContent } from './dashboard-content.tsx'
import type { DashboardDialog } from './dashboard-dialogs.tsx'
import { dropdownsOfDashboard } from './dashboard-dropdowns.ts'
import { DashboardHeader, EditButton, PublishButton, ShareButton } from './dashboard-header.tsx'
import type { MenuParts } from './dashboard-menu-items.tsx'
import { type DashboardRights, useDashboardRights } from './dashboard-rights.ts'
import classes from './dashboard-view.module.css'
import { type PageAddress, usePageAddress } from './page-address.ts'
import type { PageDashboard } from './page-dashboard.ts'
import { PrintedTime, usePrintKey } from './printing.tsx'
import { RefreshControl, useAutoRefresh } from './refresh-control.tsx'
import { type DashboardContentParts, useDashboardContent } from './use-dashboard-content.ts'
import { type DashboardDraft, useDashboardDraft } from './use-dashboard-draft.ts'

const failure = t('The dashboard could not be drawn')

const DashboardDialogs = lazy(() =>
  import('./dashboard-dialogs.tsx').then((module) => ({ default: module.DashboardDialogs })),
)

/** A dashboard: its header, and the widgets of the tab that the address names. */
export function DashboardView({ initial }: { initial: PageDashboard }) {
  const draft = useDashboardDraft(initial)
  const { dashboard } = draft
  const { dateTimeFormat } = useClientConfig()
  const address = usePageAddress()
  const rights = useDashboardRights(dashboard)
  usePageTitle(dashboard.name)
  useCanonicalAddress(dashboard)
  const page = useRef<HTMLDivElement>(null)
  // one column has nothing to arrange
  const mayArrange = !useIsNarrow(page) && rights.mayEdit
  const isEditing = address.has('edit') && mayArrange
  const content = useDashboardContent(draft, address, page, isEditing)
  const fullscreen = useFullscreen()
  const isFullscreen = fullscreen.isOn && !isEditing
  useQueryKeys(isEditing ? {} : { fullscreen: fullscreen.toggle })

  return (
    <div className={classes.view} data-fullscreen={isFullscreen || undefined}>
      <DashboardHeader draft={draft} rights={rights} isEditing={isEditing} isPlain={isFullscreen}>
        <HeaderActions
          draft={draft}
          address={address}
          rights={rights}
          content={content}
          mayArrange={mayArrange}
          isEditing={isEditing}
          fullscreen={{ isOn: isFullscreen, toggle: fullscreen.toggle }}
        />
      </DashboardHeader>
      <PrintedTime format={dateTimeFormat} />
      <DashboardContent draft={draft} rights={rights} content={content} isEditing={isEditing} />
      {rights.maySeeHistory && !isEditing && (
        <DashboardHistoryPanel dashboard={dashboard} mayRestore={rights.mayEdit} />
      )}
    </div>
  )
}

interface HeaderActionsProps {
  draft: DashboardDraft
  address: PageAddress
  rights: DashboardRights
  content: DashboardContentParts
  mayArrange: boolean
  isEditing: boolean
  fullscreen: { isOn: boolean; toggle(): void }
}

function HeaderActions(props: HeaderActionsProps) {
  const { draft, address, rights, content, isEditing, fullscreen } = props
  const { dashboard } = draft
  const [dialog, setDialog] = useState<DashboardDialog | null>(null)
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const auto = useAutoRefresh(address, rights.mayRefresh, content.refresh)
  const history = useHistoryAddress()
  const { exportImage, print } = useDashboardExport(content, dashboard)
  const isWide = isNarrow !== true
  const isReading = !isEditing && !fullscreen.isOn
  const edit = () => address.set({ edit: '', fullscreen: null })
  return (
    <>
      {isWide && isReading && props.mayArrange && <EditButton onEdit={edit} />}
      {isWide && isReading && rights.mayPublish && dashboard.is_draft && (
        <PublishButton onPublish={() => void draft.save({ is_draft: false })} />
      )}
      {rights.mayRefresh && <RefreshControl results={content.results} auto={auto} isQuiet={isEditing} />}
      {(isWide || fullscreen.isOn) && !isEditing && (
        <FullscreenButton isOn={fullscreen.isOn} onToggle={fullscreen.toggle} size={30} />
      )}
      {isWide && isReading && rights.maySeeSharing && (
        <ShareButton isShared={dashboard.public_url !== undefined} onOpen={() => setDialog('share')} />
      )}
      {!fullscreen.isOn && (
        <DashboardMoreMenu
          draft={draft}
          rights={rights}
          isNarrow={!isWide}
          onEdit={!isWide && props.mayArrange && !isEditing ? edit : null}
          onFullscreen={isEditing ? null : fullscreen.toggle}
          onDialog={setDialog}
          onHistory={
            rights.maySeeHistory && !isEditing
              ? () => void history.show({ versionId: null, againstId: null })
              : null
          }
          onExportImage={content.shown.length === 0 ? null : exportImage}
          onPrint={print}
        />
      )}
      <Opening>
        {dialog !== null && (
          <DashboardDialogs dialog={dialog} draft={draft} rights={rights} onClose={() => setDialog(null)} />
        )}
      </Opening>
    </>
  )
}

/** Replaces an outdated or wrong slug in the address without adding a history entry. */
function useCanonicalAddress({ id, name }: PageDashboard): void {
  const navigate = useNavigate()
  const key = dashboardKey({ id, name })
  const written = useRef<string | null>(null)
  useEffect(() => {
    if (written.current === key || window.location.pathname === `/dashboards/${key}`) return
    written.current = key
    void navigate({
      to: '/dashboards/$dashboardKey',
      params: { dashboardKey: key },
      search: true,
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }, [key, navigate])
}

const DashboardHistoryHost = lazy(() =>
  import('./dashboard-history-host.tsx').then((module) => ({ default: module.DashboardHistoryHost })),
)

interface DashboardHistoryPanelProps {
  dashboard: PageDashboard
  mayRestore: boolean
}

/** The version history of the page's dashboard, when the address asks for it. */
function DashboardHistoryPanel(props: DashboardHistoryPanelProps) {
  const { shown } = useHistoryAddress()
  if (shown === null) return null
  return (
    <Opening>
      <DashboardHistoryHost {...props} shown={shown} />
    </Opening>
  )
}

const loadItems = () => import('./dashboard-menu-items.tsx')

const DashboardMenuItems = lazy(() => loadItems().then((module) => ({ default: module.DashboardMenuItems })))

/** The menu of less common actions. On narrow screens it also holds the buttons that are beside it elsewhere. */
function DashboardMoreMenu(props: MenuParts) {
  return (
    <MoreMenu onNear={() => void loadItems()}>
      <OpeningMenu>
        <DashboardMenuItems {...props} />
      </OpeningMenu>
    </MoreMenu>
  )
}

/** Exports the dashboard as an image and prints it: from the menu, and by the browser's print shortcut. */
function useDashboardExport(
  content: DashboardContentParts,
  { id, name }: { id: number; name: string },
): { exportImage(): void; print(): void } {
  const { page } = content
  const formats = useClientConfig()
  const print = useCallback(() => {
    const { current } = page
    if (current === null) window.print()
    else void attempt(async () => (await import('./print-page.ts')).printPage(current))
  }, [page])
  usePrintKey(print)
  return {
    print,
    exportImage: () => {
      const { current } = page
      if (current === null) return
      const made = formatMoment(new Date().toISOString(), formats.dateTimeFormat)
      void attempt(async () => {
        const [{ downloadDashboardImage }, { valueLines }] = await Promise.all([
          import('#web/dashboards/export/download-dashboard.ts'),
          import('#web/dashboards/export/value-lines.ts'),
        ])
        const { runs, runner, values, filters } = content
        const parameters = values.parameters.all.filter(
          (parameter) => !isHiddenByAddress(window.location.search, parameter.name),
        )
        const dropdowns = dropdownsOfDashboard(String(id), runs, runner.dropdowns)
        const lines = await valueLines({ parameters, filters: filters.filters, formats, dropdowns })
        await downloadDashboardImage(current, { name, lines: [made, ...lines] })
      })
    },
  }
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    notify.error(error instanceof Error ? error.message : failure, { title: failure })
  }
}
