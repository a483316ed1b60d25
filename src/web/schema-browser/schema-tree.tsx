import { IconArrowBarToRight, IconChevronRight, IconTable } from '@tabler/icons-react'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import classes from './schema-browser.module.css'
import type { SchemaSearch } from './schema-index.ts'
import { rowHeight, type TreeRow, treeMove, treeRows } from './tree-rows.ts'
import type { LoadedSchema } from './use-schema.ts'
import { useSchemaSearch } from './use-schema-search.ts'

const none: Columns = new Map()

interface SchemaTreeProps {
  schema: LoadedSchema
  search: string
  onInsert(name: string, kind: 'table' | 'column'): void
}

const overscan = 12

/** The tables and their columns. Only visible lines are drawn; the keyboard moves one active line. */
export function SchemaTree({ schema, search, onInsert }: SchemaTreeProps) {
  const found = useSchemaSearch(schema, search)
  const [toggledByView, setToggled] = useState<{ view: SchemaSearch | null; tables: ReadonlySet<number> }>({
    view: null,
    tables: new Set(),
  })
  const browsed = useRef<ReadonlySet<number>>(new Set())
  const toggled = toggledByView.view === found ? toggledByView.tables : found ? noTables : browsed.current
  const rows = useMemo(() => treeRows(schema.outline, toggled, found), [schema, toggled, found])
  const columns = useColumnsOf(schema, rows, found)
  const [active, setActive] = useState(0)
  const focused = Math.min(active, rows.length - 1)
  const box = useRef<HTMLDivElement>(null)
  const treeId = useId()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => rowHeight(rows[index]),
    overscan,
  })

  const toggle = (table: number) => {
    const tables = new Set(toggled)
    if (!tables.delete(table)) tables.add(table)
    if (found === null) browsed.current = tables
    setToggled({ view: found, tables })
  }
  const insert = (index: number) => {
    const row = rows[index]
    if (!row) return
    if (row.column < 0) onInsert(schema.outline.names[row.table] ?? '', 'table')
    else {
      const column = columns.get(row.table)?.[row.column]
      if (column) onInsert(column.name, 'column')
    }
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const line = target.closest<HTMLElement>('[data-index]')
    const index = Number(line?.dataset.index)
    const row = rows[index]
    if (!line || !row) return
    setActive(index)
    if (target.closest('[data-part="toggle"]')) toggle(row.table)
    else insert(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pageSize = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / 22) - 1)
    const move = treeMove(rows, focused, event.key, pageSize)
    if (move === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (move.kind === 'toggle') toggle(move.table)
    if (move.kind === 'insert') insert(move.row)
    if (move.kind === 'focus') {
      setActive(move.row)
      virtualizer.scrollToIndex(move.row, { align: 'auto' })
    }
  }

  if (found && found.hits.length === 0)
    return <p className={classes.note}>{t('Nothing found in the schema.')}</p>
  const items = virtualizer.getVirtualItems()
  const activeIsDrawn = items.some((item) => item.index === focused)
  return (
    <div
      ref={box}
      className={classes.tree}
      role="tree"
      aria-label={t('Tables and columns')}
      tabIndex={0}
      aria-activedescendant={activeIsDrawn ? `${treeId}-${focused}` : undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="none">
        {items.map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <TreeLine
              key={item.key}
              id={`${treeId}-${item.index}`}
              item={item}
              row={row}
              schema={schema}
              column={row.column < 0 ? null : columns.get(row.table)?.[row.column]}
              isActive={item.index === focused}
            />
          )
        })}
      </div>
    </div>
  )
}

const noTables: ReadonlySet<number> = new Set()

/** Columns of the open tables: those in the search result, others from the worker. */
function useColumnsOf(
  schema: LoadedSchema,
  rows: readonly TreeRow[],
  found: SchemaSearch | null,
): ReadonlyMap<number, readonly SchemaColumn[]> {
  const foundColumns = useMemo(() => {
    const columns = new Map<number, readonly SchemaColumn[]>()
    for (const hit of found?.hits ?? []) if (hit.columns) columns.set(hit.table, hit.columns)
    return columns
  }, [found])
  const wanted = useMemo(
    () => new Set(rows.filter((row) => row.isOpen && !foundColumns.has(row.table)).map((row) => row.table)),
    [rows, foundColumns],
  )
  const fetched = useTableColumns(schema, wanted)
  return useMemo(() => new Map([...fetched, ...foundColumns]), [fetched, foundColumns])
}

interface TreeLineProps {
  id: string
  item: VirtualItem
  row: TreeRow
  schema: LoadedSchema
  column: SchemaColumn | null | undefined
  isActive: boolean
}

/** Clicking the arrow opens, clicking the name inserts it; the tree itself listens. */
function TreeLine({ id, item, row, schema, column, isActive }: TreeLineProps) {
  const { outline } = schema
  const isTable = row.column < 0
  const name = isTable ? outline.names[row.table] : column?.name
  const size = isTable ? outline.sizes[row.table] : null
  return (
    <div
      id={id}
      data-index={item.index}
      tabIndex={-1}
      role="treeitem"
      aria-level={isTable ? 1 : 2}
      aria-expanded={isTable ? row.isOpen : undefined}
      aria-selected={isActive}
      className={classes.line}
      data-kind={isTable ? 'table' : 'column'}
      data-active={isActive || undefined}
      style={{ height: item.size, transform: `translateY(${item.start}px)` }}
      title={isTable ? name : `${name ?? ''}${column?.type ? ` (${column.type})` : ''}`}
    >
      {isTable && (
        <span className={classes.toggle} data-part="toggle">
          <IconChevronRight
            size={12}
            className={classes.chevron}
            data-open={row.isOpen || undefined}
            aria-hidden="true"
          />
          <IconTable size={14} className={classes.icon} aria-hidden="true" />
        </span>
      )}
      <span className={classes.name}>{name ?? '…'}</span>
      {/* without the space, name and type would be read as one word */}{' '}
      {size !== null && size !== undefined && <span className={classes.type}>{size}</span>}
      {!isTable && column?.type && <span className={classes.type}>{column.type}</span>}
      <IconArrowBarToRight size={14} className={classes.insert} aria-hidden="true" />
    </div>
  )
}

type Columns = ReadonlyMap<number, readonly SchemaColumn[]>

/** Columns of the open tables, fetched from the worker on demand. */
function useTableColumns(schema: LoadedSchema, opened: ReadonlySet<number>): Columns {
  const [known, setKnown] = useState<{ schema: LoadedSchema; columns: Columns }>({ schema, columns: none })
  const columns = known.schema === schema ? known.columns : none
  useEffect(() => {
    let isCurrent = true
    for (const table of opened) {
      if (columns.has(table)) continue
      void schema.client.ask<'columns'>({ kind: 'columns', table }).then((found) => {
        if (!isCurrent) return
        setKnown((current) => ({
          schema,
          columns: new Map(current.schema === schema ? current.columns : none).set(table, found),
        }))
      })
    }
    return () => {
      isCurrent = false
    }
  }, [schema, opened, columns])
  return columns
}
