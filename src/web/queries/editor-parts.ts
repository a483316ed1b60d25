import type { ReactNode, Ref } from 'react'
import type { PanelImperativeHandle } from 'react-resizable-panels'

/** The parts of the source editor's page. */
export interface EditorLayoutProps {
  side: ReactNode
  editor: ReactNode
  results: ReactNode
  sidePanel: Ref<PanelImperativeHandle | null>
  isNarrow: boolean
  /** the visible pane on narrow screens */
  view: NarrowView
  onView(view: NarrowView): void
}

export type NarrowView = 'schema' | 'query' | 'results'
