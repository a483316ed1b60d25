import { ActionIcon, Pagination, TextInput, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { isNarrow, kindOf } from '../parts/columns/cell.ts'
import { TableCell } from '../parts/columns/cell-view.tsx'
import { type TableColumn, visibleColumns } from '../parts/columns/column-options.ts'
import { QuietNote } from '../parts/quiet-note.tsx'
import type { HostSettings, RendererProps, Row } from '../visualization.ts'
import { TableHeaderCell } from './table-header.tsx'
import { searchPlaceholder } from './table-model.ts'
import type { TableOptions } from './table-options.ts'
import { LoadingRows, PageFailure } from './table-page-state.tsx'
import classes from './table-renderer.module.css'
import { type ColumnWindow, useColumnWindow } from './use-column-window.ts'
import { type TableState, useTable } from './use-table.ts'

/** A table with search, sort and pages. Renders nothing without rows, because pages show their own note. */
export default function TableRenderer({ data, options, name, place, settings }: RendererProps<TableOptions>) {
  const state = useTable(data, options, settings)
  const columns = useMemo(() => visibleColumns(options), [options])
  const scrollRef = useRef<HTMLDivElement>(null)
  const shown = useColumnWindow(columns, data.rows, scrollRef, settings)
  if (data.rows.length === 0) {
    return place === 'editor' ? (
      <QuietNote>{t('The result has no rows, so there is none to show.')}</QuietNote>
    ) : null
  }
  if (columns.length === 0)
    return <QuietNote>{t('All columns are hidden. Make one visible in the editor.')}</QuietNote>
  const small = place === 'widget' || options.paginationSize === 'small'
  return (
    <div className={classes.root} data-small={small || undefined}>
      {state.searched.length > 0 ? (
        <TableSearch
          columns={state.searched}
          term={state.term}
          onChange={state.search}
          onEnter={state.prepareSearch}
        />
      ) : null}
      <section
        ref={scrollRef}
        className={classes.scroll}
        aria-label={place === 'editor' ? t('Preview of {name}', { name }) : name}
      >
        <TableGrid
          columns={columns}
          shown={shown}
          state={state}
          settings={settings}
          rowCount={state.rowCount}
        />
        {state.failure === null ? null : <PageFailure failure={state.failure} />}
      </section>
      {state.current.pages > 1 ? (
        <div className={classes.pager} data-picture="none">
          <Pagination
            size={small ? 'xs' : 'sm'}
            total={state.current.pages}
            value={state.current.page}
            onChange={state.turnTo}
            siblings={small ? 0 : 1}
            getItemProps={(page) => ({ 'aria-label': t('Page {page}', { page }) })}
            getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
          />
        </div>
      ) : null}
    </div>
  )
}

const controlLabels = {
  first: t('First page'),
  previous: t('Previous page'),
  next: t('Next page'),
  last: t('Last page'),
}

interface TableGridProps {
  columns: readonly TableColumn[]
  shown: ColumnWindow
  state: TableState
  settings: HostSettings
  rowCount: number
}

function TableGrid({ columns, shown, state, settings, rowCount }: TableGridProps) {
  const { widths, least, first, last, before, after } = shown
  const windowed = columns.slice(first, last)
  const fixed = widths !== undefined
  return (
    <table
      className={classes.table}
      data-fixed={fixed || undefined}
      style={fixed ? { width: widths.reduce((sum, width) => sum + width, 0) } : undefined}
      aria-colcount={fixed ? columns.length : undefined}
      aria-rowcount={rowCount + 1}
      aria-busy={state.loading > 0}
    >
      <thead>
        <tr>
          {before > 0 ? <th className={classes.gap} style={{ width: before }} aria-hidden /> : null}
          {windowed.map((column, index) => (
            <TableHeaderCell
              key={column.name}
              column={column}
              sort={state.sort}
              onSort={state.toggleSort}
              style={fixed ? { width: widths[first + index] } : { minWidth: `min(${least[index]}px, 60vw)` }}
            />
          ))}
          {after > 0 ? <th className={classes.gap} style={{ width: after }} aria-hidden /> : null}
          {fixed ? null : <th className={classes.spacer} aria-hidden />}
        </tr>
      </thead>
      <tbody>
        {state.current.rows.map(({ place, row }) => (
          <TableRow
            key={place}
            row={row}
            columns={windowed}
            settings={settings}
            gaps={{ before: before > 0, after: after > 0, spacer: !fixed }}
          />
        ))}
        {state.loading > 0 ? (
          <LoadingRows count={state.loading} columns={windowed.length + (fixed ? 0 : 1)} />
        ) : null}
        {state.found === 0 ? (
          <tr>
            <td className={classes.nothing} colSpan={windowed.length + 1}>
              {t('No rows match.')}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}

interface TableRowProps {
  row: Row
  columns: readonly TableColumn[]
  settings: HostSettings
  gaps: { before: boolean; after: boolean; spacer: boolean }
}

function TableRow({ row, columns, settings, gaps }: TableRowProps) {
  return (
    <tr>
      {gaps.before ? <td className={classes.gap} aria-hidden /> : null}
      {columns.map((column) => (
        <td
          key={column.name}
          className={isNarrow(kindOf(column)) ? classes.narrow : classes.cell}
          data-align={column.alignContent}
        >
          <TableCell column={column} row={row} settings={settings} />
        </td>
      ))}
      {gaps.after ? <td className={classes.gap} aria-hidden /> : null}
      {gaps.spacer ? <td className={classes.spacer} aria-hidden /> : null}
    </tr>
  )
}

interface TableSearchProps {
  columns: readonly TableColumn[]
  term: string
  onChange(term: string): void
  onEnter(): void
}

/** The search field above a table; with more than three columns, an icon lists all of them. */
function TableSearch({ columns, term, onChange, onEnter }: TableSearchProps) {
  const placeholder = searchPlaceholder(columns)
  const all = t('Search {columns}', { columns: columns.map(({ title }) => title).join(', ') })
  return (
    <TextInput
      className={classes.search}
      wrapperProps={{ 'data-picture': 'none' }}
      size="xs"
      type="search"
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        columns.length > 3 ? (
          <Tooltip label={all} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
            <ActionIcon variant="transparent" color="gray" size="sm" aria-label={all}>
              <IconInfoCircle size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null
      }
      value={term}
      onPointerEnter={onEnter}
      onFocus={onEnter}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
