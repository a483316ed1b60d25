import {
  IconArrowBarToRight,
  IconChevronRight,
  IconDotsVertical,
  IconKey,
  IconLink,
  IconTable,
} from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { keyWords } from './column-words.ts'
import classes from './schema-browser.module.css'
import type { TreeRow } from './tree-rows.ts'
import type { LoadedSchema } from './use-schema.ts'

interface TreeLineProps {
  id: string
  item: VirtualItem
  row: TreeRow
  schema: LoadedSchema
  column: SchemaColumn | null | undefined
  isActive: boolean
  hasMenu: boolean
}

/** The first third of a table's line opens it, but its name is inserted wherever it stands; the tree itself listens. */
export function TreeLine({ id, item, row, schema, column, isActive, hasMenu }: TreeLineProps) {
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
      aria-haspopup="menu"
      className={classes.line}
      data-kind={isTable ? 'table' : 'column'}
      data-active={isActive || undefined}
      data-menu={hasMenu || undefined}
      style={{ height: item.size, transform: `translateY(${item.start}px)` }}
      draggable={name !== undefined}
    >
      {isTable ? (
        <span className={classes.toggle} data-part="toggle">
          <IconChevronRight
            size={12}
            className={classes.chevron}
            data-open={row.isOpen || undefined}
            aria-hidden="true"
          />
          <IconTable size={14} className={classes.icon} aria-hidden="true" />
        </span>
      ) : (
        <KeyMark column={column} />
      )}
      <span className={classes.name} data-part="name">
        {name ?? '…'}
      </span>
      {/* without the space, name and type would be read as one word */}{' '}
      {size !== null && size !== undefined && <span className={classes.type}>{size}</span>}
      {!isTable && column?.type && <span className={classes.type}>{column.type}</span>}
      <IconArrowBarToRight size={14} className={classes.insert} aria-hidden="true" />
      <span className={classes.more} data-part="menu" title={t('More')} aria-hidden="true">
        <IconDotsVertical size={14} />
      </span>
    </div>
  )
}

/** Says of a column that it is a key; one that is both is marked as part of the primary key. */
function KeyMark({ column }: Pick<TreeLineProps, 'column'>) {
  const words = column ? keyWords(column) : []
  if (words.length === 0) return null
  const Icon = column?.is_key ? IconKey : IconLink
  return (
    <span className={classes.mark} role="img" aria-label={words.join(', ')}>
      <Icon size={12} aria-hidden="true" />
    </span>
  )
}
