import { memo, useMemo } from 'react'
import { exactInstant } from '#shared/format/dates.ts'
import { linkAddresses, SafeHtml } from '../parts/safe-html.tsx'
import type { HostSettings, Row } from '../visualization.ts'
import { JsonTree } from './json-tree.tsx'
import { formatCell, imageCell, kindOf, linkCell, parseJsonCell, showsNull } from './table-cell.ts'
import type { TableColumn } from './table-options.ts'
import classes from './table-renderer.module.css'

interface CellProps {
  column: TableColumn
  row: Row
  settings: HostSettings
}

/** The content of one cell (reference-visualizations 3.2). Also used for other views of single values. */
export const TableCell = memo(function TableCell({ column, row, settings }: CellProps) {
  const value = row[column.name]
  if (showsNull(column, value)) return <span className={classes.null}>{settings.nullValue}</span>
  switch (kindOf(column)) {
    case 'link':
      return <LinkCellView column={column} row={row} />
    case 'image':
      return <ImageCellView column={column} row={row} />
    case 'json':
      return <JsonCellView value={value} settings={settings} />
    case 'datetime':
      return value === undefined ? null : (
        <span title={exactInstant(value)}>{formatCell(column, value, settings)}</span>
      )
    case 'string':
      if (value === undefined) return null
      return column.allowHTML ? (
        <SafeHtml
          className={classes.html}
          html={column.highlightLinks ? linkAddresses(String(value)) : String(value)}
        />
      ) : (
        String(value)
      )
    default:
      return value === undefined ? null : formatCell(column, value, settings)
  }
})

function LinkCellView({ column, row }: Pick<CellProps, 'column' | 'row'>) {
  const { href, text, title, newTab } = linkCell(column, row[column.name], row)
  if (href === undefined) return <span title={title}>{text}</span>
  return (
    <a
      className={classes.link}
      href={href}
      title={title}
      rel="noopener noreferrer"
      target={newTab ? '_blank' : undefined}
    >
      {text}
    </a>
  )
}

function ImageCellView({ column, row }: Pick<CellProps, 'column' | 'row'>) {
  const { src, title, width, height } = imageCell(column, row[column.name], row)
  if (src === undefined) return <span>{title}</span>
  return (
    <img
      className={classes.image}
      src={src}
      alt={title}
      title={title || undefined}
      width={width}
      height={height}
      loading="lazy"
      referrerPolicy="no-referrer"
    />
  )
}

function JsonCellView({ value, settings }: { value: unknown; settings: HostSettings }) {
  const parsed = useMemo(() => parseJsonCell(value, settings), [value, settings])
  if (parsed) return <JsonTree value={parsed.value} />
  return value === undefined ? null : String(value)
}
