import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import classes from './cell-view.module.css'

/** A JSON value as an initially collapsed tree; every branch is a button. */
export function JsonTree({ value }: { value: unknown }) {
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
