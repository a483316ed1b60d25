import { Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import {
  type DashboardInList,
  getDashboard,
  listDashboards,
  listRecentDashboards,
} from '#shared/dashboards/dashboards-api.ts'
import { newPosition, readGrid } from '#shared/dashboards/stored-grid.ts'
import { createWidget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { maxNameLength, useCreateDashboard } from '#web/dashboards/list/use-create-dashboard.ts'
import { shownWidgets } from '#web/dashboards/shown-widgets.ts'
import { tellUnsafeShares } from '#web/dashboards/tell-unsafe-shares.ts'
import { ItemSearch } from '#web/lists/item-search.tsx'
import { type ItemSource, useFoundItems } from '#web/lists/use-found-items.ts'
import { usePermission } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

const sizesOf = (type: string) => findVisualizationType(type)?.layout ?? {}

/** long enough to reach the link */
const duration = 10_000

interface AddedVisualization {
  id: number
  type: string
  name: string
}

interface AddToDashboardDialogProps {
  visualization: AddedVisualization
  onClose: () => void
}

/** `id` null: the dashboard is still to be created */
interface Target {
  id: number | null
  name: string
}

/** Finds or creates a dashboard and adds the visualization to it. */
export function AddToDashboardDialog({ visualization, onClose }: AddToDashboardDialogProps) {
  const [typed, setTyped] = useState('')
  const [target, setTarget] = useState<Target | null>(null)
  const found = useFoundItems(typed, dashboards)
  const mayCreate = usePermission('create_dashboard')
  const { isAdding, add } = useAdd(visualization, onClose)
  useFocusReturn()
  const name = typed.trim().slice(0, maxNameLength)
  const close = () => {
    if (!isAdding) onClose()
  }
  return (
    <Modal
      opened
      size={600}
      title={t('Add to Dashboard')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      onClose={close}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {mayCreate
          ? t('“{name}” becomes a widget. For a new dashboard, type its name.', { name: visualization.name })
          : t('“{name}” becomes a widget.', { name: visualization.name })}
      </Text>
      <ItemSearch
        label={t('Search a dashboard by name')}
        plural="dashboards"
        typed={typed}
        onType={(text) => {
          setTyped(text)
          setTarget(null)
        }}
        found={found}
        onEscape={close}
        chosen={target && (target.id ?? 'new')}
        onChoose={({ id, name: chosen }) => setTarget({ id, name: chosen })}
        refusal={({ can_edit }) => (can_edit ? null : t('You may not change it'))}
        create={
          mayCreate && name !== ''
            ? { label: t('New dashboard “{name}”', { name }), run: () => setTarget({ id: null, name }) }
            : null
        }
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" disabled={isAdding} onClick={close}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={target === null}
          loading={isAdding}
          onClick={() => {
            if (target !== null) void add(target, setTarget)
          }}
        >
          {t('Add')}
        </Button>
      </Group>
    </Modal>
  )
}

/** Dashboards that the user may change come first. */
const dashboards: ItemSource<DashboardInList> = {
  plural: 'dashboards',
  readRecent: (signal) => call(listRecentDashboards, { signal }),
  async read(query, signal) {
    const { count, results } = await call(listDashboards, { query, signal })
    return { count, results: results.toSorted((a, b) => Number(b.can_edit) - Number(a.can_edit)) }
  },
}

/** Adds to the target, reports the outcome, and closes the dialog on success. */
function useAdd(visualization: AddedVisualization, onClose: () => void) {
  const [isAdding, setIsAdding] = useState(false)
  const { create } = useCreateDashboard()
  const client = useQueryClient()
  const navigate = useNavigate()
  const add = async (target: Target, onCreated: (dashboard: Target) => void) => {
    setIsAdding(true)
    try {
      const { id, name } = target.id === null ? await create(target.name) : { ...target, id: target.id }
      // if adding the widget fails, the next attempt uses this dashboard
      onCreated({ id, name })
      await addVisualization(id, visualization)
      void client.invalidateQueries({ queryKey: ['dashboards'] })
      const params = { dashboardKey: dashboardKey({ id, name }) }
      notifyWidgetAdded({
        name,
        href: `/dashboards/${params.dashboardKey}`,
        go: () => void navigate({ to: '/dashboards/$dashboardKey', params }),
      })
      onClose()
    } catch (error) {
      tellNotAdded(target.name, error)
      setIsAdding(false)
    }
  }
  return { isAdding, add }
}

function tellNotAdded(name: string, error: unknown): void {
  const isRefused = error instanceof ApiError && error.status === 403
  const reason = isRefused
    ? t('You do not have the permission to change “{name}”.', { name })
    : messageOf(error, t('Please try again later.'))
  notify.error(reason, { title: t('Widget not added.'), duration: 6000 })
}

/**
 * Puts a visualization in the first free place of a dashboard's first tab. No mapping is sent: its parameters stay
 * those of the widget (docs/reference/stored-parameters.md#parameter-mappings). Rejects with ApiError.
 */
async function addVisualization(
  dashboardId: number,
  visualization: { id: number; type: string },
): Promise<void> {
  const dashboard = await call(getDashboard, { params: { id_or_slug: String(dashboardId) } })
  const { tabs } = readDashboardOptions(dashboard.options)
  const widgets = dashboard.widgets ?? []
  const items = readGrid(shownWidgets(widgets, tabs, tabs[0]?.id ?? null), sizesOf, widgets)
  const added = await call(createWidget, {
    body: {
      dashboard_id: dashboardId,
      visualization_id: visualization.id,
      text: '',
      width: 1,
      options: { isHidden: false, position: newPosition(items, sizesOf(visualization.type)) },
    },
  })
  if (added.visualization?.query.is_safe === false) void tellUnsafeShares(added.visualization.query.id)
}

interface Added {
  name: string
  href: string
  /** navigates within the page */
  go: () => void
}

/** Toasts are rendered outside the router, so the link navigates through `go`. */
function notifyWidgetAdded({ name, href, go }: Added): void {
  const id = `widget-added:${href}`
  notify.success(
    <Anchor
      href={href}
      size="sm"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        notify.hide(id)
        go()
      }}
    >
      {name}
    </Anchor>,
    { id, title: t('Widget added to dashboard'), duration },
  )
}
