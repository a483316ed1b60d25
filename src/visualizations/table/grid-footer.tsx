import { Button, NativeSelect, Pagination, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { Row } from '../visualization.ts'
import { maxReadRows, readRange } from './copy-selection.ts'
import { type CellRange, cellCount, isOneCell, rangeOf, type Selection } from './grid-selection.ts'
import { grouped } from './grouped-number.ts'
import { createFigureCounter, type SelectionFigures } from './selection-figures.ts'
import { pageSizes } from './table-options.ts'
import classes from './table-renderer.module.css'
import type { TableState } from './use-table.ts'

/** Milliseconds that a selection rests before its figures are computed. */
const restMs = 60

interface ShownFigures {
  /** null while rows are read, or when there are too many */
  figures: SelectionFigures | null
  isTooLarge: boolean
}

/** The figures of the selected cells. Rows that are not here are read first. */
function useSelectionFigures(
  selection: Selection | null,
  columns: readonly TableColumn[],
  { rowAt, read }: Pick<TableState, 'rowAt' | 'read'>,
): ShownFigures | null {
  const key = selection === null ? null : JSON.stringify(rangeOf(selection))
  const [known, setKnown] = useState<{ key: string; columns: unknown; figures: SelectionFigures } | null>(
    null,
  )
  const range = key === null ? null : (JSON.parse(key) as CellRange)
  const isTooLarge = range !== null && range.lastRow - range.firstRow >= maxReadRows
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the range; what reads rows changes with every rendering
  useEffect(() => {
    if (range === null || key === null || isTooLarge) return
    const abort = new AbortController()
    const count = (rows: readonly Row[]) => {
      if (abort.signal.aborted) return
      setKnown({
        key,
        columns,
        figures: figuresOf(rows, columns.slice(range.firstColumn, range.lastColumn + 1)),
      })
    }
    const timer = setTimeout(() => {
      const here: Row[] = []
      for (let place = range.firstRow; place <= range.lastRow; place++) {
        const row = rowAt(place)
        if (row === undefined) break
        here.push(row)
      }
      if (here.length === range.lastRow - range.firstRow + 1) count(here)
      // a failure shows where the rows are shown
      else readRange(range, read, abort.signal).then(count, () => undefined)
    }, restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, columns, isTooLarge])
  if (selection === null) return null
  return { figures: known?.key === key && known.columns === columns ? known.figures : null, isTooLarge }
}

function figuresOf(rows: readonly Row[], columns: readonly TableColumn[]): SelectionFigures {
  const counter = createFigureCounter()
  for (const row of rows) for (const { name, type } of columns) counter.add(row[name], type)
  return counter.figures()
}

interface GridFooterProps {
  state: TableState
  selection: Selection | null
  columns: readonly TableColumn[]
  hidden: readonly TableColumn[]
  onShowHidden(): void
  isSmall: boolean
  /** what became of copying; null: nothing to tell */
  notice: string | null
  /** selects the first cell of this row and shows it */
  onGoTo(row: number): void
}

/** Below the rows: figures of the selection, pages, or the row to go to. */
export function GridFooter(props: GridFooterProps) {
  const { state, selection, hidden, isSmall } = props
  const { pageSize, current, found } = state
  const hasPages = current.pages > 1
  const hasFigures = selection !== null && !isOneCell(selection)
  const hasStatus = hasFigures || props.notice !== null || state.isNarrowed
  const choosesSize = !isSmall && (hasPages || pageSize === null) && found > 5
  if (!hasPages && !hasStatus && hidden.length === 0 && !choosesSize) return null
  return (
    <div className={classes.footer} data-image="none" data-floats={(!hasPages && !choosesSize) || undefined}>
      <div className={classes.status} role="status">
        {state.isNarrowed ? (
          <span>
            {t('{found} of {all} rows', {
              found: grouped(String(found)),
              all: grouped(String(state.rowCount)),
            })}
          </span>
        ) : null}
        {hasFigures ? <SelectionStatus {...props} selection={selection} /> : null}
        {props.notice === null ? null : <span>{props.notice}</span>}
      </div>
      {hidden.length > 0 ? (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={props.onShowHidden}>
          {plural(hidden.length, { one: 'Show {count} hidden column', other: 'Show {count} hidden columns' })}
        </Button>
      ) : null}
      {hasPages ? (
        <Pagination
          size={isSmall ? 'xs' : 'sm'}
          total={current.pages}
          value={current.page}
          onChange={state.turnTo}
          siblings={isSmall ? 0 : 1}
          getItemProps={(page) => ({ 'aria-label': t('Page {page}', { page }) })}
          getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
        />
      ) : null}
      {hasPages && current.pages > 7 ? (
        <GoTo label={t('Go to page')} max={current.pages} onGo={state.turnTo} />
      ) : null}
      {pageSize === null && found > 100 ? (
        <GoTo label={t('Go to row')} max={found} onGo={(row) => props.onGoTo(row - 1)} />
      ) : null}
      {choosesSize ? <PageSize state={state} /> : null}
    </div>
  )
}

const controlLabels = {
  first: t('First page'),
  previous: t('Previous page'),
  next: t('Next page'),
  last: t('Last page'),
}

function SelectionStatus({ selection, columns, state }: GridFooterProps & { selection: Selection }) {
  const shown = useSelectionFigures(selection, columns, state)
  const cells = cellCount(rangeOf(selection))
  const counted = plural(
    cells,
    { one: '{count} cell', other: '{count} cells' },
    { count: grouped(String(cells)) },
  )
  if (shown?.isTooLarge) return <>{t('{cells}, too many to add up', { cells: counted })}</>
  const figures = shown?.figures
  if (!figures) return counted
  const parts: [string, string | null][] = [
    [t('Count'), String(figures.count)],
    [t('Sum'), figures.sum],
    [t('Average'), figures.average],
    [t('Min'), figures.least],
    [t('Max'), figures.most],
  ]
  return (
    <>
      <span>{counted}</span>
      {parts.map(([label, value]) =>
        value === null ? null : (
          <span key={label}>
            {label} <strong>{grouped(value)}</strong>
          </span>
        ),
      )}
    </>
  )
}

function GoTo({ label, max, onGo }: { label: string; max: number; onGo(place: number): void }) {
  const [text, setText] = useState('')
  const go = () => {
    const place = Math.trunc(Number(text))
    if (!(place >= 1)) return
    onGo(Math.min(place, max))
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go()
  }
  return (
    <TextInput
      className={classes.goTo}
      size="xs"
      inputMode="numeric"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value.replace(/\D/g, ''))}
      onKeyDown={onKeyDown}
      onBlur={go}
    />
  )
}

function PageSize({ state }: { state: TableState }) {
  const { pageSize, setPageSize } = state
  const sizes =
    pageSizes.some((size) => size === pageSize) || pageSize === null ? pageSizes : [...pageSizes, pageSize]
  return (
    <NativeSelect
      className={classes.pageSize}
      size="xs"
      aria-label={t('Rows per page')}
      value={pageSize === null ? 'all' : String(pageSize)}
      data={[
        { value: 'all', label: t('Scroll all rows') },
        ...[...sizes]
          .sort((one, other) => one - other)
          .map((size) => ({ value: String(size), label: t('{count} per page', { count: size }) })),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget
        setPageSize(value === 'all' ? null : Number(value))
      }}
    />
  )
}
