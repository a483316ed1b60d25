import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  Suspense,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { nameType, type SchemaActs } from './schema-acts.ts'
import classes from './schema-browser.module.css'
import type { SchemaSearch } from './schema-index.ts'
import { TreeLine } from './tree-line.tsx'
import { type MenuPlace, TreeMenu } from './tree-menu.tsx'
import { rowHeight, type TreeRow, treeMove, treeRows } from './tree-rows.ts'
import { useColumnsOf } from './use-columns.ts'
import { useHoveredLine } from './use-hovered-line.ts'
import type { LoadedSchema } from './use-schema.ts'
import { useSchemaSearch } from './use-schema-search.ts'

const noTables: ReadonlySet<number> = new Set()

/** The lines of the tree; which tables are open is kept apart for each search, and without one. */
function useTreeRows(
  schema: LoadedSchema,
  found: SchemaSearch | null,
): { rows: readonly TreeRow[]; toggle(table: number): void } {
  const [toggledByView, setToggled] = useState<{ view: SchemaSearch | null; tables: ReadonlySet<number> }>({
    view: null,
    tables: noTables,
  })
  const browsed = useRef(noTables)
  const toggled = toggledByView.view === found ? toggledByView.tables : found ? noTables : browsed.current
  const rows = useMemo(() => treeRows(schema.outline, toggled, found), [schema, toggled, found])
  return {
    rows,
    toggle: (table) => {
      const tables = new Set(toggled)
      if (!tables.delete(table)) tables.add(table)
      if (found === null) browsed.current = tables
      setToggled({ view: found, tables })
    },
  }
}

const TableDescription = lazy(() =>
  import('./table-description.tsx').then((module) => ({ default: module.TableDescription })),
)

const NameCard = lazy(() => import('./name-card.tsx').then((module) => ({ default: module.NameCard })))

interface SchemaTreeProps {
  schema: LoadedSchema
  search: string
  acts: SchemaActs
}

const overscan = 12

/** The tables and their columns. Only visible lines are drawn; the keyboard moves one active line. */
export function SchemaTree({ schema, search, acts }: SchemaTreeProps) {
  const found = useSchemaSearch(schema, search)
  const { rows, toggle: toggleRows } = useTreeRows(schema, found)
  const toggle = (table: number) => {
    toggleRows(table)
    schema.readColumns?.(table)
  }
  const columns = useColumnsOf(schema, rows, found)
  const [active, setActive] = useState(0)
  const [menu, setMenu] = useState<{ index: number; at: MenuPlace } | null>(null)
  const [described, setDescribed] = useState<number | null>(null)
  const focused = Math.min(active, rows.length - 1)
  const box = useRef<HTMLDivElement>(null)
  const treeId = useId()
  const card = useHoveredLine()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => rowHeight(rows[index]),
    overscan,
  })

  /** null: the column has not been read yet */
  const named = (index: number) => {
    const row = rows[index]
    if (!row) return null
    const table = schema.outline.names[row.table] ?? ''
    if (row.column < 0) return { row, table, column: null, quoted: acts.quoted(table, 'table') }
    const column = columns.get(row.table)?.[row.column]
    return column ? { row, table, column, quoted: acts.quoted(column.name, 'column') } : null
  }
  const insert = (index: number) => {
    const name = named(index)
    if (name) acts.insert(name.quoted)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const index = indexOf(target)
    const row = rows[index]
    if (!row) return
    setActive(index)
    const part = target.closest<HTMLElement>('[data-part]')
    if (part?.dataset.part === 'menu') openMenu(index, part)
    else if (part?.dataset.part === 'toggle') toggle(row.table)
    else insert(index)
  }
  const openMenu = (index: number, below: Element | null | undefined) => {
    const area = below?.getBoundingClientRect()
    if (area) setMenu({ index, at: { x: area.left, y: area.bottom } })
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    // some browsers report the menu key only so
    const isByKey = event.target === box.current && event.button === -1
    const index = isByKey ? focused : indexOf(event.target as HTMLElement)
    if (!rows[index]) return
    event.preventDefault()
    card.close()
    if (isByKey) return openMenu(index, nameOf(index))
    setActive(index)
    setMenu({ index, at: { x: event.clientX, y: event.clientY } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pageSize = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / 22) - 1)
    const key = event.shiftKey && event.key === 'F10' ? 'ContextMenu' : event.key
    const move = treeMove(rows, focused, key, pageSize)
    if (move === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (move.kind === 'toggle') toggle(move.table)
    if (move.kind === 'insert') insert(move.row)
    if (move.kind === 'menu') openMenu(move.row, nameOf(move.row))
    card.close()
    if (move.kind === 'focus') {
      // a clicked line has the focus
      focusTree()
      setActive(move.row)
      virtualizer.scrollToIndex(move.row, { align: 'auto' })
    }
  }
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    const name = named(indexOf(event.target as HTMLElement))
    if (name === null) return event.preventDefault()
    event.dataTransfer.setData(nameType, name.quoted)
    // for other fields and programs
    event.dataTransfer.setData('text/plain', name.quoted)
    event.dataTransfer.effectAllowed = 'copy'
  }
  /** where the focus returns to after a dialog of the menu, which is gone then */
  const focusTree = () => box.current?.focus({ preventScroll: true })
  const nameOf = (index: number) => box.current?.querySelector(`[data-index="${index}"] [data-part="name"]`)
  const chosen = menu === null ? null : named(menu.index)
  const hovered = card.hovered === null || menu !== null ? null : named(card.hovered.index)

  if (found && found.hits.length === 0)
    return <p className={classes.note}>{t('Nothing found in the schema.')}</p>
  const items = virtualizer.getVirtualItems()
  const activeIsDrawn = items.some((item) => item.index === focused)
  return (
    <>
      <div
        ref={box}
        className={classes.tree}
        role="tree"
        aria-label={t('Tables and columns')}
        tabIndex={0}
        aria-activedescendant={activeIsDrawn ? `${treeId}-${focused}` : undefined}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onDragStart={onDragStart}
        {...card.tree}
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
                hasMenu={item.index === menu?.index}
              />
            )
          })}
        </div>
      </div>
      {menu && chosen && (
        <TreeMenu
          at={menu.at}
          name={chosen.quoted}
          onPreview={
            acts.preview &&
            (() => {
              focusTree()
              acts.preview?.(chosen.table)
            })
          }
          onDescribe={() => {
            focusTree()
            setDescribed(chosen.row.table)
          }}
          onClose={() => setMenu(null)}
        />
      )}
      {card.hovered && hovered && (
        <Suspense>
          <NameCard
            key={card.hovered.index}
            at={card.hovered.at}
            schema={schema}
            table={hovered.row.table}
            column={hovered.column}
            values={hovered.column && acts.values?.(hovered.table, hovered.column.name)}
            {...card.card}
          />
        </Suspense>
      )}
      {described !== null && (
        <Opening>
          <TableDescription schema={schema} table={described} onClose={() => setDescribed(null)} />
        </Opening>
      )}
    </>
  )
}

/** The line of an element; NaN: it is on none. */
function indexOf(element: HTMLElement): number {
  return Number(element.closest<HTMLElement>('[data-index]')?.dataset.index)
}
