import { Button } from '@mantine/core'
import { Fragment, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useBoxSize } from '../parts/use-box-size.ts'
import { fitWidth, moveColumn, setWidth, showColumns } from './column-layout.ts'
import { copyNow } from './copy-selection.ts'
import { GridFooter } from './grid-footer.tsx'
import {
  choiceKeyOf,
  drawnRows,
  gridColumnsOf,
  gutterWidth,
  pageRows,
  resetKeyOf,
  revealColumn,
} from './grid-model.ts'
import { CellInspector, GridMenu } from './grid-parts.ts'
import type { GridTableProps, OpenMenu } from './grid-props.ts'
import { GridRow } from './grid-row.tsx'
import { type CellPlace, type GridExtent, rangeOf } from './grid-selection.ts'
import { TableHeaderCell } from './table-header.tsx'
import { PageFailure } from './table-page-state.tsx'
import classes from './table-renderer.module.css'
import { TotalsRow } from './totals-row.tsx'
import { useCellFormat } from './use-cell-format.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { useCopying } from './use-copying.ts'
import { useDrawnColumns } from './use-drawn-columns.ts'
import { useGrid } from './use-grid.ts'
import { headHeight, useRowWindow } from './use-row-window.ts'

const rowHeight = 32
/** More rows are drawn in part: those in view. */
const drawnAtOnce = 100

/** The cells of a table with their head, and what belongs to them: selection, menus, inspector, pages. */
export function GridTable(props: GridTableProps) {
  const { data, settings, state, laidOut, layout, onLayout, region, hasOwnHeights } = props
  const { columns, pinned } = laidOut
  const gridId = useId()
  const table = useRef<HTMLTableElement>(null)
  const [inspected, setInspected] = useState<CellPlace | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const isScrolled = state.pageSize === null
  const page = pageRows(state, isScrolled)
  const drawn = useRowWindow({
    count: page.count,
    rowHeight,
    isOn: isScrolled || (!hasOwnHeights && page.count > drawnAtOnce),
    scrolls: isScrolled,
    region,
  })
  const choice = choiceKeyOf(state)
  const chosen = useRef(choice)
  const { reveal } = drawn
  useEffect(() => {
    // the rows that were in view are elsewhere now: begin with the first of the new order
    if (chosen.current !== choice) reveal(0)
    chosen.current = choice
  }, [choice, reveal])
  const { look } = state
  useEffect(() => look({ first: drawn.first, last: drawn.last }), [look, drawn.first, drawn.last])
  const rows = drawnRows(state, page.first, drawn)
  const box = useBoxSize(region)
  const shownRows = useMemo(() => rows.flatMap(({ row }) => (row === undefined ? [] : [row])), [rows])
  const filtered = state.filters.map((filter) => filter.column.name)
  const gutter = props.isNumbered ? gutterWidth(state.rowCount, box?.width ?? 0) : 0
  const room = Math.max(0, (box?.width ?? 0) - gutter)
  const widths = useColumnWidths(columns, data.rows, shownRows, layout, room, settings, filtered)
  const format = useCellFormat(data, columns)
  const drawnColumns = useDrawnColumns(widths, pinned, region)
  const gridColumns = useMemo(
    () => gridColumnsOf(laidOut, widths, drawnColumns.places, gutter),
    [laidOut, widths, drawnColumns.places, gutter],
  )
  const widthOf = (some: readonly number[]) => some.reduce((sum, width) => sum + width, gutter)
  const extent: GridExtent = {
    firstRow: page.first,
    endRow: page.first + page.count,
    columns: columns.length,
    rowsInView: drawn.rowsInView,
  }
  const copied = { columns, rowAt: state.rowAt, read: state.read }
  const copying = useCopying(copied)
  const grid = useGrid(extent, `${page.first} ${resetKeyOf(state)} ${columns.length}`, table, {
    reveal: (at) => {
      drawn.reveal(at.row - page.first)
      revealColumn(region.current, widths, at.column, pinned, gutter)
      if (!isScrolled) {
        requestAnimationFrame(() =>
          table.current
            ?.querySelector('td[data-active]')
            ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
        )
      }
    },
    inspect: setInspected,
    openColumnMenu: (column) => setMenu({ kind: 'column', column }),
    openCellMenu: (at) => setMenu({ kind: 'cell', ...at }),
    copy: (selection) => {
      const text = copyNow('tsv', selection, copied)
      if (text === null) copying.start('tsv', selection)
      else copying.tell(selection)
      return text
    },
  })
  const { selection } = grid
  const range = selection && rangeOf(selection)
  const gaps = { before: drawnColumns.before > 0, after: drawnColumns.after > 0 }
  const focusGrid = () => table.current?.focus({ preventScroll: true })
  return (
    <>
      <section ref={region} className={classes.scroll} aria-label={props.label}>
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a data grid whose cells are those of a table
          role="grid"
          // the grid has the focus, and names its active cell
          tabIndex={0}
          className={classes.table}
          data-own-heights={(hasOwnHeights && !isScrolled) || undefined}
          data-wrapped={(props.isWrapped && !isScrolled) || undefined}
          style={{
            width: widthOf(widths),
            ...{ '--pinned': `${widthOf(widths.slice(0, pinned))}px`, '--row-height': `${rowHeight}px` },
          }}
          aria-label={props.label}
          aria-description={t(
            'Arrow keys move, with Shift they select. Space shows the whole value. Alt and the down arrow open the menu of the column.',
          )}
          aria-multiselectable
          aria-colcount={columns.length}
          aria-rowcount={(state.found === state.rowCount ? state.rowCount : state.found) + 1}
          aria-busy={rows.some(({ row }) => row === undefined)}
          aria-activedescendant={selection ? `${gridId}-active` : undefined}
          {...grid.handlers}
        >
          <thead>
            <tr aria-rowindex={1} style={{ height: headHeight }}>
              {gutter > 0 ? <th className={classes.number} style={{ width: gutter }} aria-hidden /> : null}
              {gridColumns.map((column, index) => (
                <Fragment key={column.column.name}>
                  {gaps.before && index === pinned ? (
                    <th className={classes.gap} style={{ width: drawnColumns.before }} aria-hidden />
                  ) : null}
                  <TableHeaderCell
                    drawn={column}
                    sort={state.sort}
                    isFiltered={filtered.includes(column.column.name)}
                    dragged={dragged}
                    onSort={state.toggleSort}
                    onMenu={(at) => setMenu({ kind: 'column', column: at })}
                    onResize={(name, width) =>
                      onLayout(width === null ? fitWidth(name, layout) : setWidth(name, width, layout))
                    }
                    onDrag={setDragged}
                    onDrop={(before) => {
                      if (dragged !== null) onLayout(moveColumn(dragged, before, columns, layout))
                      setDragged(null)
                    }}
                  />
                </Fragment>
              ))}
              {gaps.after ? (
                <th className={classes.gap} style={{ width: drawnColumns.after }} aria-hidden />
              ) : null}
              <th className={classes.spacer} aria-hidden />
            </tr>
            <FillerRow height={drawn.before} />
          </thead>
          <tbody>
            {rows.map(({ place, row }) => {
              const isIn = range !== null && place >= range.firstRow && place <= range.lastRow
              return (
                <GridRow
                  key={place}
                  gridId={gridId}
                  place={place}
                  row={row}
                  columns={gridColumns}
                  settings={settings}
                  pinned={pinned}
                  gutter={gutter}
                  hasGapBefore={gaps.before}
                  hasGapAfter={gaps.after}
                  firstSelected={isIn ? range.firstColumn : -1}
                  lastSelected={isIn ? range.lastColumn : -2}
                  active={selection?.active.row === place ? selection.active.column : -1}
                  isFlat={isScrolled}
                  cellStyle={format.style}
                />
              )
            })}
            {state.found === 0 ? (
              <tr>
                <td className={classes.nothing} colSpan={gridColumns.length + 2}>
                  <span className={classes.nothingText}>
                    {t('No rows match.')}
                    <Button
                      data-image="none"
                      size="compact-xs"
                      variant="default"
                      ms="xs"
                      onClick={state.showAll}
                    >
                      {t('Clear search and filters')}
                    </Button>
                  </span>
                </td>
              </tr>
            ) : null}
          </tbody>
          <tfoot>
            <FillerRow height={drawn.after} />
            {format.hasTotals ? (
              <TotalsRow
                columns={gridColumns}
                facts={format.facts}
                settings={settings}
                pinned={pinned}
                gutter={gutter}
                hasGapBefore={gaps.before}
                hasGapAfter={gaps.after}
              />
            ) : null}
          </tfoot>
        </table>
        {state.failure === null ? null : <PageFailure failure={state.failure} />}
      </section>
      <GridFooter
        state={state}
        selection={selection}
        columns={columns}
        hidden={laidOut.hidden}
        notice={copying.noticeOf(selection)}
        onShowHidden={() => onLayout(showColumns(layout.hidden, layout))}
        isSmall={props.place === 'widget' || props.options.paginationSize === 'small'}
        onGoTo={(row) => {
          grid.select({ anchor: { row, column: 0 }, active: { row, column: 0 } })
          drawn.reveal(row)
          focusGrid()
        }}
      />
      <Suspense fallback={null}>
        {menu !== null && (
          <GridMenu
            menu={menu}
            grid={props}
            table={table}
            selection={selection}
            onSelect={grid.select}
            onCopy={copying.start}
            extent={extent}
            onInspect={setInspected}
            onClose={() => {
              setMenu(null)
              focusGrid()
            }}
          />
        )}
        {inspected !== null && (
          <CellInspector
            place={inspected}
            columns={columns}
            rowAt={state.rowAt}
            settings={settings}
            extent={extent}
            onMove={(at) => {
              setInspected(at)
              grid.select({ anchor: at, active: at })
              drawn.reveal(at.row - page.first)
            }}
            onClose={() => {
              setInspected(null)
              focusGrid()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Takes the place of the rows that are not drawn. */
function FillerRow({ height }: { height: number }) {
  return height > 0 ? (
    // another row for another height: Chromium lays out a changed one a moment later, and then loses the place
    <tr key={height} aria-hidden data-image="none">
      <td className={classes.filler} style={{ height }} />
    </tr>
  ) : null
}
