import { memo, useMemo } from 'react'
import type { HostSettings, Row } from '../../visualization.ts'
import { SafeHtml } from '../safe-html.tsx'
import { type CellContent, cellContent, type ImageCell, type LinkCell, parseJsonCell } from './cell.ts'
import classes from './cell-view.module.css'
import type { TableColumn } from './column-options.ts'
import { JsonTree } from './json-tree.tsx'

interface CellProps {
  column: TableColumn
  row: Row
  settings: HostSettings
}

/** One cell of a row. */
export const TableCell = memo(function TableCell({ column, row, settings }: CellProps) {
  return <CellView content={cellContent(column, row, settings)} settings={settings} />
})

/** What a cell shows (docs/reference/visualizations.md#cells). */
export function CellView({ content, settings }: { content: CellContent; settings: HostSettings }) {
  switch (content.kind) {
    case 'empty':
      return null
    case 'null':
      return <span className={classes.null}>{content.text}</span>
    case 'text':
      return content.title === undefined ? content.text : <span title={content.title}>{content.text}</span>
    case 'html':
      return <SafeHtml className={classes.html} html={content.html} />
    case 'link':
      return <LinkCellView {...content} />
    case 'image':
      return <ImageCellView {...content} />
    case 'json':
      return <JsonCellView text={content.text} settings={settings} />
  }
}

function LinkCellView({ href, text, title, newTab }: LinkCell) {
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

function ImageCellView({ src, title, width, height }: ImageCell) {
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

function JsonCellView({ text, settings }: { text: string; settings: HostSettings }) {
  const parsed = useMemo(() => parseJsonCell(text, settings), [text, settings])
  return parsed ? <JsonTree value={parsed.value} /> : text
}
