import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import {
  type DashboardInList,
  listDashboards,
  listRecentDashboards,
} from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { maxNameLength, useCreateDashboard } from '#web/dashboards/list/use-create-dashboard.ts'
import { ItemSearch } from '#web/lists/item-search.tsx'
import { type ItemSource, useFoundItems } from '#web/lists/use-found-items.ts'
import { usePermission } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { addVisualization } from './add-visualization.ts'
import { notifyWidgetAdded } from './widget-added.tsx'

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
