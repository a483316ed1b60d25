import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { kindOf } from '../parts/columns/cell.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { visibleColumns } from '../parts/columns/column-options.ts'
import { QuietNote } from '../parts/quiet-note.tsx'
import type { RendererProps } from '../visualization.ts'
import { layOut } from './column-layout.ts'
import { GridTable } from './grid-table.tsx'
import { searchPlaceholder } from './table-model.ts'
import type { TableOptions } from './table-options.ts'
import classes from './table-renderer.module.css'
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
        isNumbered={explores}
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

interface TableSearchProps {
  columns: readonly TableColumn[]
  /** every column is searched, so none is named */
  isOfAll: boolean
  term: string
  onChange(term: string): void
  onEnter(): void
}

/** The search field above a table; with more than three columns, an icon lists all of them. */
function TableSearch({ columns, isOfAll, term, onChange, onEnter }: TableSearchProps) {
  const placeholder = isOfAll ? t('Search in the result...') : searchPlaceholder(columns)
  const all = t('Search {columns}', { columns: columns.map(({ title }) => title).join(', ') })
  return (
    <TextInput
      className={classes.search}
      wrapperProps={{ 'data-image': 'none' }}
      size="xs"
      type="search"
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        columns.length > 3 && !isOfAll ? (
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
