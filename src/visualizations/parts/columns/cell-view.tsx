import { IconChevronRight } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import type { HostSettings, Row } from '../../visualization.ts'
import { SafeHtml } from '../safe-html.tsx'
import { type CellContent, cellContent, type ImageCell, type LinkCell, parseJsonCell } from './cell.ts'
import classes from './cell-view.module.css'
import type { TableColumn } from './column-options.ts'
import { markedText } from './marked-text.ts'

interface CellProps {
  column: TableColumn
  row: Row
  settings: HostSettings
  /** the row keeps its height: JSON is text that does not open */
  isFlat?: boolean
}

/** One cell of a row. */
export const TableCell = memo(function TableCell({ column, row, settings, isFlat = false }: CellProps) {
  const content = cellContent(column, row, settings)
  const shown: CellContent =
    isFlat && content.kind === 'json' ? { kind: 'text', text: content.text.slice(0, flatLength) } : content
  return <CellView content={shown} settings={settings} />
})

/** more is never seen on one line */
const flatLength = 500

/** What a cell shows (docs/reference/visualizations.md#cells). */
export function CellView({ content, settings }: { content: CellContent; settings: HostSettings }) {
  switch (content.kind) {
    case 'empty':
      return null
    case 'null':
      return <span className={classes.null}>{content.text}</span>
    case 'text':
      return content.title === undefined ? (
        <MarkedText text={content.text} />
      ) : (
        <span title={content.title}>{content.text}</span>
      )
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

/** A text in which empty, blank and control characters can be told apart. */
export function MarkedText({ text }: { text: string }) {
  const pieces = markedText(text)
  if (pieces === null) return text
  return pieces.map((piece, index) =>
    piece.mark === undefined ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have nothing else
      <span key={index} className={classes.mark} data-mark={piece.mark}>
        {piece.text}
      </span>
    ),
  )
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

/** A JSON value as a tree, collapsed unless `isOpen`, which opens its first level; every branch is a button. */
export function JsonTree({ value, isOpen = false }: { value: unknown; isOpen?: boolean }) {
  return (
    <span className={classes.json}>
      <JsonValue value={value} isOpen={isOpen} />
    </span>
  )
}

function JsonValue({ value, name, isOpen = false }: { value: unknown; name?: string; isOpen?: boolean }) {
  return typeof value === 'object' && value !== null ? (
    <JsonBranch value={value} name={name} isOpen={isOpen} />
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

function JsonBranch({ value, name, isOpen }: { value: object; name: string | undefined; isOpen: boolean }) {
  const [open, setOpen] = useState(isOpen)
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
