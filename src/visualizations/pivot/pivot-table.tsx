import { useComputedColorScheme } from '@mantine/core'
import { type CSSProperties, createContext, memo, type RefObject, use, useLayoutEffect, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './pivot.module.css'
import { type Heat, heatColors } from './pivot-heat.ts'
import type { BodyRow, TableModel } from './pivot-model.ts'
import { positionsIn } from './pivot-part.ts'

interface PivotTableProps {
  model: TableModel
  name: string
  /** colored cells have the new scale, not Redash's */
  hasNewScale: boolean
}

const NewScale = createContext(false)

/** The table with spanning headers; headers and totals are sticky while its box scrolls. */
export const PivotTable = memo(function PivotTable({ model, name, hasNewScale }: PivotTableProps) {
  const table = useRef<HTMLTableElement>(null)
  useStickyLabels(table)
  const places = positionsIn(model.rowExtent)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <section className={classes.scroll} aria-label={t('{name}, pivot table', { name })} tabIndex={0}>
      <NewScale value={hasNewScale}>
        <table ref={table} className={classes.table}>
          <TableHead model={model} />
          <tbody>
            {places.map((place, index) => {
              const row = model.rows[index]
              return row ? <TableRow key={place} model={model} row={row} /> : null
            })}
          </tbody>
          {model.showsColTotals ? <TotalsRow model={model} /> : null}
        </table>
      </NewScale>
    </section>
  )
})

function TableHead({ model }: { model: TableModel }) {
  const { rowFields, colFields, colHeaders, showsRowTotals } = model
  const hasRows = rowFields.length > 0
  const totals = (rowSpan: number) => (
    <th scope="col" rowSpan={rowSpan} className={classes.totalLabel}>
      {t('Totals')}
    </th>
  )
  return (
    <thead>
      {colFields.map((field, level) => (
        <tr key={field}>
          {level === 0 && hasRows ? (
            <td colSpan={rowFields.length} rowSpan={colFields.length} className={classes.corner} />
          ) : null}
          <th scope="row" className={classes.axis} data-axis="col">
            {field}
          </th>
          {placed(colHeaders[level] ?? []).map(({ place, cell }) => (
            <th
              key={place}
              scope={cell.span > 1 ? 'colgroup' : 'col'}
              colSpan={cell.span}
              rowSpan={hasRows && level === colFields.length - 1 ? 2 : 1}
              className={classes.colLabel}
              data-level={level === colFields.length - 1 ? 'last' : undefined}
            >
              <Label text={cell.text} />
            </th>
          ))}
          {level === 0 && showsRowTotals ? totals(colFields.length + (hasRows ? 1 : 0)) : null}
        </tr>
      ))}
      {hasRows ? (
        <tr>
          {rowFields.map((field, level) => (
            <th key={field} scope="col" className={classes.axis} data-axis="row" style={stuck(level)}>
              {field}
            </th>
          ))}
          {colFields.length > 0 ? <td className={classes.corner} /> : showsRowTotals ? totals(1) : null}
        </tr>
      ) : null}
    </thead>
  )
}

/** Header cells with the position of their first column, as a key. */
function placed<C extends { span: number }>(cells: readonly C[]): { place: number; cell: C }[] {
  let place = 0
  return cells.map((cell) => {
    const here = place
    place += cell.span
    return { place: here, cell }
  })
}

/** An empty text is a value: screen readers announce it, and it shows as a gap. */
function Label({ text }: { text: string }) {
  return (
    <span className={classes.label} data-empty={text === '' || undefined}>
      {text === '' ? t('(empty)') : text}
    </span>
  )
}

function TableRow({ model, row }: { model: TableModel; row: BodyRow }) {
  const { rowFields, colFields, showsRowTotals } = model
  return (
    <tr>
      {rowFields.map((field, level) => {
        const cell = row.headers[level]
        if (!cell) return null
        const isLast = level === rowFields.length - 1
        return (
          <th
            key={field}
            scope={cell.span > 1 ? 'rowgroup' : 'row'}
            rowSpan={cell.span}
            colSpan={isLast && colFields.length > 0 ? 2 : 1}
            className={classes.rowLabel}
            style={stuck(level)}
          >
            <Label text={cell.text} />
          </th>
        )
      })}
      {positionsIn(model.colExtent).map((place, index) => (
        <ValueCell key={place} text={row.cells[index] ?? ''} heat={row.heat?.[index] ?? null} />
      ))}
      {showsRowTotals ? <ValueCell text={row.total} heat={row.totalHeat ?? null} isTotal /> : null}
    </tr>
  )
}

function TotalsRow({ model }: { model: TableModel }) {
  const { rowFields, colFields, totals, showsRowTotals } = model
  return (
    <tfoot>
      <tr>
        <th
          scope="row"
          className={classes.totalLabel}
          colSpan={Math.max(1, rowFields.length + (colFields.length > 0 ? 1 : 0))}
          style={stuck(0)}
        >
          {t('Totals')}
        </th>
        {positionsIn(model.colExtent).map((place, index) => (
          <ValueCell
            key={place}
            text={totals.cells[index] ?? ''}
            heat={totals.heat?.[index] ?? null}
            isTotal
          />
        ))}
        {showsRowTotals ? <ValueCell text={totals.total} heat={null} isTotal /> : null}
      </tr>
    </tfoot>
  )
}

function ValueCell({ text, heat, isTotal = false }: { text: string; heat: Heat; isTotal?: boolean }) {
  const name = isTotal ? classes.total : classes.value
  return heat === null ? (
    <td className={name}>{text}</td>
  ) : (
    <HeatCell className={name} text={text} heat={heat} />
  )
}

function HeatCell({ className, text, heat }: { className: string | undefined; text: string; heat: number }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <td className={className} style={heatColors(heat, scheme, use(NewScale))}>
      {text}
    </td>
  )
}

function stuck(level: number): CSSProperties {
  return { insetInlineStart: `var(--pivot-left-${level})` }
}

/** Maximum share of the width for sticky row labels. */
const maxStuck = 0.5

/** Makes row labels sticky at the left, level by level, unless they would cover the numbers. */
function useStickyLabels(table: RefObject<HTMLTableElement | null>): void {
  // after each rendering, because labels change the widths
  useLayoutEffect(() => placeLabels(table.current))
  useLayoutEffect(() => {
    const box = table.current?.parentElement
    if (!box) return
    const observer = new ResizeObserver(() => placeLabels(table.current))
    observer.observe(box)
    return () => observer.disconnect()
  }, [table])
}

function placeLabels(table: HTMLTableElement | null): void {
  // from the widths, because the position of a sticky cell depends on the scroll offset
  const widths = [...(table?.querySelectorAll<HTMLElement>('th[data-axis="row"]') ?? [])].map(
    ({ offsetWidth }) => offsetWidth,
  )
  let left = 0
  for (const [level, width] of widths.entries()) {
    table?.style.setProperty(`--pivot-left-${level}`, `${left}px`)
    left += width
  }
  const head = table?.tHead?.offsetHeight ?? 0
  table?.style.setProperty('--pivot-head', `${head}px`)
  const room = table?.parentElement?.clientWidth ?? 0
  const isStuck = left > 0 && left <= room * maxStuck
  table?.toggleAttribute('data-stuck', isStuck)
  table?.style.setProperty('--pivot-labels', `${isStuck ? left : 0}px`)
}
