import type { ReactNode, Ref } from 'react'
import type { PanelImperativeHandle } from 'react-resizable-panels'

/** What the source editor's page is laid out from. */
export interface EditorLayoutProps {
  side: ReactNode
  editor: ReactNode
  results: ReactNode
  sidePanel: Ref<PanelImperativeHandle | null>
  isNarrow: boolean
  /** on narrow screens the results come to the front when this grows */
  view: NarrowView
  onView(view: NarrowView): void
}

export type NarrowView = 'schema' | 'query' | 'results'
