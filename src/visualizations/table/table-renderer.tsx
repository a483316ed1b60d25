import { useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { kindOf } from '../parts/columns/cell.ts'
import { visibleColumns } from '../parts/columns/column-options.ts'
import { QuietNote } from '../parts/quiet-note.tsx'
import type { RendererProps } from '../visualization.ts'
import { layOut } from './column-layout.ts'
import { GridTable } from './grid-table.tsx'
import type { TableOptions } from './table-options.ts'
import classes from './table-renderer.module.css'
import { TableSearch } from './table-search.tsx'
import { useColumnLayout } from './use-column-layout.ts'
import { useTable } from './use-table.ts'

/** A table with search, sort and pages. Renders nothing without rows, because pages show their own note. */
export default function TableRenderer(props: RendererProps<TableOptions>) {
  const { data, options, name, place, settings, explores = false } = props
  const state = useTable(data, options, settings, explores)
  const visible = useMemo(() => visibleColumns(options), [options])
  const [layout, changeLayout] = useColumnLayout(data, options, props.onOptionsChange)
  const laidOut = useMemo(() => layOut(visible, layout), [visible, layout])
  const [wraps, setWraps] = useState<boolean | null>(null)
  const region = useRef<HTMLDivElement>(null)
  if (data.rows.length === 0) {
    return place === 'editor' ? (
      <QuietNote>{t('The result has no rows, so there is none to show.')}</QuietNote>
    ) : null
  }
  if (visible.length === 0)
    return <QuietNote>{t('All columns are hidden. Make one visible in the editor.')}</QuietNote>
  const isWrapped = wraps ?? options.wrapText === true
  return (
    <div
      className={classes.root}
      data-small={place === 'widget' || options.paginationSize === 'small' || undefined}
      data-explores={explores || undefined}
    >
      {state.searched.length > 0 ? (
        <TableSearch
          columns={state.searched}
          isOfAll={explores && !options.columns.some(({ allowSearch }) => allowSearch)}
          term={state.term}
          onChange={state.search}
          onEnter={state.prepareSearch}
        />
      ) : null}
      <GridTable
        data={data}
        options={options}
        settings={settings}
        place={place}
        label={place === 'editor' ? t('Preview of {name}', { name }) : name}
        state={state}
        laidOut={laidOut}
        layout={layout}
        onLayout={changeLayout}
        isWrapped={isWrapped}
        onWrap={setWraps}
        hasOwnHeights={isWrapped || laidOut.columns.some(hasOwnHeight)}
        region={region}
      />
    </div>
  )
}

/** Pictures and markup are as high as they are. */
function hasOwnHeight(column: Parameters<typeof kindOf>[0]): boolean {
  const kind = kindOf(column)
  return kind === 'image' || (kind === 'string' && column.allowHTML)
}
