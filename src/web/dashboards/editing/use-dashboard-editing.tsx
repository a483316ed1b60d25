import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import { storedFields } from '#shared/dashboards/stored-fields.ts'
import { storedPosition } from '#shared/dashboards/stored-grid.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import { complain } from './complain.ts'
import { EditingDialogs, type OpenedDialog } from './editing-dialogs.tsx'
import type { DashboardEditing, EditingParts } from './editing-parts.ts'
import { withOrder, withSavedValues } from './saved-parameters.ts'
import { type LayoutSaver, useLayoutSaving } from './use-layout-saving.ts'
import { type SaveWidget, useWidgetSaves } from './use-widget-saves.ts'

const EditBar = lazy(() => import('./edit-bar.tsx').then((module) => ({ default: module.EditBar })))
/** height in pixels reserved for the bar while it loads, so that nothing below shifts */
const barHeight = 49

/**
 * Editing of a dashboard. `bar` goes above the grid in edit mode, `dialogs` anywhere on the page; both are loaded on
 * demand.
 */
export function useDashboardEditing(
  parts: EditingParts,
): DashboardEditing & { bar: ReactNode; dialogs: ReactNode } {
  const { draft, isEditing } = parts
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const saveWidget = useWidgetSaves(draft, parts.showStored)
  const saveOptions = useOptionsSaves(draft)
  const layout = useStoredLayout(parts, saveWidget)
  const { isLeaving, done } = useDone(parts, layout, saveOptions)
  const orders = useOrders(saveWidget, saveOptions)
  const { status, change, flush } = layout
  // memoized apart from the save status, because widgets receive them
  const openings = useMemo<Openings>(
    () => ({
      openAddWidget: () => setOpened({ kind: 'add-widget' }),
      openAddTextbox: () => setOpened({ kind: 'add-textbox' }),
      openEditTextbox: ({ id }) => setOpened({ kind: 'edit-textbox', widgetId: id }),
      openMappings: ({ id }) => setOpened({ kind: 'mappings', widgetId: id }),
    }),
    [],
  )
  const editing = useMemo<DashboardEditing>(
    () => ({
      status,
      isLeaving,
      changeLayout: change,
      retry: () => void flush(),
      done,
      ...openings,
      ...orders,
    }),
    [status, isLeaving, change, flush, done, openings, orders],
  )
  return {
    ...editing,
    bar: isEditing ? (
      <Suspense fallback={<Skeleton height={barHeight} radius={0} />}>
        <EditBar editing={editing} draft={draft} />
      </Suspense>
    ) : null,
    dialogs: opened && (
      <EditingDialogs opened={opened} parts={parts} saveWidget={saveWidget} onClose={() => setOpened(null)} />
    ),
  }
}

function useStoredLayout({ draft, isEditing }: EditingParts, saveWidget: SaveWidget): LayoutSaver {
  const layout = useLayoutSaving({
    isEditing,
    optionsOf: (id) => draft.latest().widgets.find((one) => one.id === id)?.options ?? null,
    store: (item, overwrites) =>
      saveWidget(
        item.id,
        ({ options }) => ({ options: { ...options, position: storedPosition(item) } }),
        overwrites ? 'overwrite' : 'refuse',
      ),
    reload: draft.reload,
  })
  useDirtyGuard(layout.isUnsaved, t('You will lose your changes if you leave'), { saveFirst: layout.flush })
  return layout
}

function useDone(parts: EditingParts, layout: LayoutSaver, saveOptions: SaveOptions) {
  const [isLeaving, setLeaving] = useState(false)
  const latest = useRef(parts)
  latest.current = parts
  const { flush } = layout
  const done = useCallback(async () => {
    setLeaving(true)
    try {
      if (!(await flush())) return
      const { draft, parameters, leave } = latest.current
      const values = parameters.all
      if (withSavedValues(draft.latest().options, values) !== null) {
        const isStored = await saveOptions((options) => withSavedValues(options, values) ?? options)
        if (!isStored) {
          notify.error(t('Parameter values could not be saved. Your changes may not be persisted.'), {
            duration: 8000,
          })
        }
      }
      leave()
    } finally {
      setLeaving(false)
    }
  }, [flush, saveOptions])
  return { isLeaving, done }
}

type Openings = Pick<
  DashboardEditing,
  'openAddWidget' | 'openAddTextbox' | 'openEditTextbox' | 'openMappings'
>
type Orders = Pick<DashboardEditing, 'moveToTab' | 'orderParameters' | 'orderWidgetParameters'>

function useOrders(saveWidget: SaveWidget, saveOptions: SaveOptions): Orders {
  return useMemo(() => {
    const saveOf = async (
      { id }: Widget,
      change: (options: Widget['options']) => Record<string, unknown>,
    ): Promise<boolean> => {
      try {
        await saveWidget(id, ({ options }) => ({ options: { ...options, ...change(options) } }))
        return true
      } catch (error) {
        complain(t('Widget could not be saved'), error)
        return false
      }
    }
    return {
      // below existing widgets
      moveToTab: (widget, tab) =>
        saveOf(widget, ({ position }) => ({ tab, position: withoutPlace(position) })),
      orderParameters: (names) =>
        saveOptions((options) => {
          const before = readDashboardOptions(options).globalParamOrder
          return { ...options, globalParamOrder: withOrder(names, before) }
        }),
      orderWidgetParameters: (widget, names) => saveOf(widget, () => ({ paramOrder: [...names] })),
    }
  }, [saveWidget, saveOptions])
}

/** Keeps only the size of a stored position, so that the widget takes the first free place. */
function withoutPlace(position: unknown): Record<string, unknown> {
  const { col: _col, row: _row, ...size } = storedFields(position)
  return size
}

type Options = Record<string, unknown>

/** Saves the result of `change` on the dashboard's options; false: refused, and the user has been told. */
type SaveOptions = (change: (options: Options) => Options) => Promise<boolean>

/**
 * Saves the dashboard's options one change at a time: options are stored as a whole, so each change must build on the
 * last.
 */
function useOptionsSaves({ save, latest }: DashboardDraft): SaveOptions {
  const line = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(
    (change) => {
      const work = () => save({ options: change(latest().options) })
      const next = line.current.then(work, work)
      line.current = next
      return next
    },
    [save, latest],
  )
}
