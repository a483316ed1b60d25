import { IconChevronRight } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import type { HostSettings, Row } from '../../visualization.ts'
import { SafeHtml } from '../safe-html.tsx'
import { type CellContent, cellContent, type ImageCell, type LinkCell, parseJsonCell } from './cell.ts'
import classes from './cell-view.module.css'
import type { TableColumn } from './column-options.ts'

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

/** A JSON value as an initially collapsed tree; every branch is a button. */
function JsonTree({ value }: { value: unknown }) {
  return (
    <span className={classes.json}>
      <JsonValue value={value} />
    </span>
  )
}

function JsonValue({ value, name }: { value: unknown; name?: string }) {
  return typeof value === 'object' && value !== null ? (
    <JsonBranch value={value} name={name} />
  ) : (
    <>
      <JsonName name={name} />
      <span className={leafClass(value)}>{leafText(value)}</span>
    </>
  )
}

function JsonName({ name }: { name: string | undefined }) {
  return name === undefined ? null : (
    <>
      <span className={classes.jsonName}>{name}</span>
      {': '}
    </>
  )
}

function leafClass(value: unknown): string | undefined {
  if (value === null) return classes.jsonNull
  return typeof value === 'string' ? classes.jsonText : classes.jsonNumber
}

/** Integers beyond 2^53 arrive as bigint. */
function leafText(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

/** Number of items rendered at a time in long lists. */
const portion = 100

function JsonBranch({ value, name }: { value: object; name: string | undefined }) {
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(portion)
  const isList = Array.isArray(value)
  const entries: (readonly [string | undefined, unknown])[] = isList
    ? value.map((item: unknown) => [undefined, item])
    : Object.entries(value)
  const [opening, closing] = isList ? ['[', ']'] : ['{', '}']
  const count = plural(entries.length, { one: '{count} item', other: '{count} items' })
  if (entries.length === 0) {
    return (
      <>
        <JsonName name={name} />
        {opening + closing}
      </>
    )
  }
  return (
    <>
      <button
        type="button"
        className={classes.jsonToggle}
        aria-expanded={open}
        aria-label={`${name ?? (isList ? t('list') : t('object'))}, ${count}`}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={12} className={classes.jsonCaret} aria-hidden />
        <JsonName name={name} />
        {open ? opening : `${opening}…${closing}`}
        {open ? null : <span className={classes.jsonComment}>{` // ${count}`}</span>}
      </button>
      {open ? (
        <>
          <span className={classes.jsonItems}>
            {entries.slice(0, shown).map(([key, item], index) => (
              <span key={key ?? index} className={classes.jsonItem}>
                <JsonValue value={item} name={key} />
              </span>
            ))}
            {entries.length > shown ? (
              <button type="button" className={classes.jsonToggle} onClick={() => setShown(shown + portion)}>
                {t('… {count} more', { count: entries.length - shown })}
              </button>
            ) : null}
          </span>
          {closing}
        </>
      ) : null}
    </>
  )
}
