import type { GridItem } from '#shared/dashboards/grid.ts'
import { storedPosition, unsavedItems } from '#shared/dashboards/stored-grid.ts'

/** The save status of the layout (docs/reference/dashboards.md#layout-saving). */
export type SaveStatus = 'saved' | 'saving' | 'saving_failed'

/** The saving of the layout: pending changes wait for further changes, failed ones for Retry. */
export interface LayoutSaving {
  phase: 'idle' | 'pending' | 'saving' | 'failed'
  /** unsaved places of widgets, by id */
  open: ReadonlyMap<number, GridItem>
  /** what the current save has sent */
  sending: ReadonlyMap<number, GridItem>
}

export const layoutSaved: LayoutSaving = { phase: 'idle', open: new Map(), sending: new Map() }

/**
 * Records a change of the grid. Only widgets whose place, size or auto-height differs from what is stored, or being
 * saved, are pending; widgets of other grids are untouched. `optionsOf`: the stored options of a widget.
 */
export function afterChange(
  state: LayoutSaving,
  items: readonly GridItem[],
  optionsOf: (id: number) => Readonly<Record<string, unknown>>,
): LayoutSaving {
  const known = items.map(({ id }) => {
    const sent = state.sending.get(id)
    return { id, options: sent ? { position: storedPosition(sent) } : optionsOf(id) }
  })
  const open = new Map(state.open)
  for (const { id } of items) open.delete(id)
  for (const item of unsavedItems(known, items)) open.set(item.id, item)
  return { ...state, open, phase: state.phase === 'saving' ? 'saving' : restingPhase(open) }
}

/** Starts a save of all pending changes. */
export function afterStart(state: LayoutSaving): LayoutSaving {
  return { phase: 'saving', open: new Map(), sending: state.open }
}

/** Ends a save: failed changes are pending again, unless the widget has been moved since. */
export function afterEnd(state: LayoutSaving, failed: readonly number[]): LayoutSaving {
  const again = [...state.sending].filter(([id]) => failed.includes(id))
  const open = new Map([...again, ...state.open])
  return { phase: failed.length > 0 ? 'failed' : restingPhase(open), open, sending: new Map() }
}

/** Changes waiting for the two-second delay count as saving, because they are unsaved too. */
export function statusOf({ phase }: LayoutSaving): SaveStatus {
  if (phase === 'failed') return 'saving_failed'
  return phase === 'idle' ? 'saved' : 'saving'
}

export function isUnsaved({ open, sending }: LayoutSaving): boolean {
  return open.size > 0 || sending.size > 0
}

function restingPhase(open: ReadonlyMap<number, GridItem>): LayoutSaving['phase'] {
  return open.size > 0 ? 'pending' : 'idle'
}
