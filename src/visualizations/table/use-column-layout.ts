import { useState } from 'react'
import { sameOptions } from '../parts/merge-options.ts'
import type { VisualizationData } from '../visualization.ts'
import { type ColumnLayout, isPinned, layOut, usualLayout } from './column-layout.ts'
import type { TableOptions } from './table-options.ts'

type ChangeLayout = (layout: ColumnLayout) => void

/**
 * The reader's own layout of columns, until other columns come. In the editor's preview it becomes part of the options.
 */
export function useColumnLayout(
  data: VisualizationData,
  options: TableOptions,
  onOptionsChange: ((options: TableOptions) => void) | undefined,
): readonly [ColumnLayout, ChangeLayout] {
  const [layout, setLayout] = useState(usualLayout)
  const [known, setKnown] = useState(data.columns)
  if (known !== data.columns) {
    setKnown(data.columns)
    if (!sameOptions(known, data.columns)) setLayout(usualLayout)
  }
  const isStored = onOptionsChange !== undefined
  if (isStored) return [usualLayout, (next) => onOptionsChange(withLayout(options, next))]
  return [layout, setLayout]
}

/** The options with what a layout changes. */
export function withLayout(options: TableOptions, layout: ColumnLayout): TableOptions {
  const changed = options.columns.map((column) => {
    const width = layout.widths[column.name] ?? column.width
    const pins = isPinned(column, layout)
    const next = { ...column, visible: column.visible && !layout.hidden.includes(column.name) }
    if (width !== undefined) next.width = width
    if (pins || column.pinned !== undefined) next.pinned = pins
    return next
  })
  if (layout.order === null) return { ...options, columns: changed }
  const names = layOut(options.columns, { ...usualLayout, order: layout.order }).columns.map(
    ({ name }) => name,
  )
  const columns = names.flatMap((name, order) => {
    const column = changed.find((one) => one.name === name)
    return column === undefined ? [] : [{ ...column, order }]
  })
  return { ...options, columns }
}
