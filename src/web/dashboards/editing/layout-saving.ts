import type { GridItem } from '#shared/dashboards/grid.ts'
import { storedPosition, unsavedItems } from '#shared/dashboards/stored-grid.ts'

/** What the bar says about the layout (docs/reference/dashboards.md#layout-saving). */
export type SaveStatus = 'saved' | 'saving' | 'saving_failed'

/** The layout on its way into the store: pending changes wait for more of them, failed ones for Retry. */
export interface LayoutSaving {
  phase: 'idle' | 'pending' | 'saving' | 'failed'
  /** where widgets are that are stored elsewhere, by id */
  open: ReadonlyMap<number, GridItem>
  /** what the save under way has sent */
  sending: ReadonlyMap<number, GridItem>
}

export const layoutSaved: LayoutSaving = { phase: 'idle', open: new Map(), sending: new Map() }

/**
 * The grid was changed. Only widgets whose place, size or auto-height differ from what is stored, or on its way there,
 * are open; those of other grids stay as they were. `optionsOf`: as the widget is stored.
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

/** A save of everything that is open begins. */
export function afterStart(state: LayoutSaving): LayoutSaving {
  return { phase: 'saving', open: new Map(), sending: state.open }
}

/** It has ended: what failed is open again, unless the widget was moved once more meanwhile. */
export function afterEnd(state: LayoutSaving, failed: readonly number[]): LayoutSaving {
  const again = [...state.sending].filter(([id]) => failed.includes(id))
  const open = new Map([...again, ...state.open])
  return { phase: failed.length > 0 ? 'failed' : restingPhase(open), open, sending: new Map() }
}

/** What waits for its two seconds is unsaved too, so it counts as being saved. */
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
