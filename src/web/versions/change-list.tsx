import { Button, Skeleton } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './change-list.module.css'
import type { SnapshotChange } from './snapshot-change.ts'

const TextDiff = lazy(() => import('./text-diff.tsx').then((module) => ({ default: module.TextDiff })))

interface ChangeListProps {
  changes: readonly SnapshotChange[]
  titles: { before: string; after: string }
}

/** Name, tags, schedule, parameters, visualizations: one line per difference. */
export function ChangeList({ changes, titles }: ChangeListProps) {
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={`${change.kind} ${change.label}`} className={classes.change}>
          <dt className={classes.label}>{change.label}</dt>
          <dd className={classes.what}>
            <Change change={change} titles={titles} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Change({ change, titles }: { change: SnapshotChange; titles: ChangeListProps['titles'] }) {
  if (change.kind === 'value') {
    const { before, after, label } = change
    if (isLong(before) || isLong(after)) {
      return (
        <StoredDiff
          before={before || null}
          after={after || null}
          label={label}
          syntax="text"
          titles={titles}
        />
      )
    }
    return (
      <>
        <Value text={before} kind="before" />
        <span aria-hidden="true">→</span>
        <span className="sx-visually-hidden">{t('became')}</span>
        <Value text={after} kind="after" />
      </>
    )
  }
  if (change.kind === 'note') return <span>{change.words}</span>
  if (change.kind === 'tags') {
    return (
      <>
        {change.removed.map((tag) => (
          <del key={`removed ${tag}`} className={classes.before}>
            {tag}
          </del>
        ))}
        {change.added.map((tag) => (
          <ins key={`added ${tag}`} className={classes.after}>
            {tag}
          </ins>
        ))}
      </>
    )
  }
  return <StoredChange change={change} titles={titles} />
}

function Value({ text, kind }: { text: string; kind: 'before' | 'after' }) {
  if (text === '') return <span className={classes.nothing}>{t('empty')}</span>
  return kind === 'before' ? (
    <del className={classes.before}>{text}</del>
  ) : (
    <ins className={classes.after}>{text}</ins>
  )
}

type StoredChange = Extract<SnapshotChange, { kind: 'json' }>

/** The stored form, shown on demand. */
function StoredChange({ change, titles }: { change: StoredChange; titles: ChangeListProps['titles'] }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { before, after } = change
  return (
    <>
      <span>{before === null ? t('Added') : after === null ? t('Removed') : t('Changed')}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? t('Hide details') : t('Show details')}{' '}
        <span className="sx-visually-hidden">{t('of {label}', { label: change.label })}</span>
      </Button>
      <div id={id} className={classes.details} hidden={!isOpen}>
        {isOpen && (
          <StoredDiff before={before} after={after} label={change.label} syntax="json" titles={titles} />
        )}
      </div>
    </>
  )
}

interface StoredDiffProps {
  /** null: absent on that side */
  before: string | null
  after: string | null
  label: string
  syntax: 'json' | 'text'
  titles: ChangeListProps['titles']
}

function StoredDiff({ before, after, label, syntax, titles }: StoredDiffProps) {
  if (before === null || after === null) {
    return <pre className={before === null ? classes.added : classes.removed}>{after ?? before}</pre>
  }
  return (
    <div className={classes.details}>
      <Suspense fallback={<Skeleton height={96} />}>
        <TextDiff
          before={before}
          after={after}
          source={{ syntax, sql_style: null }}
          labels={{ before: `${label}: ${titles.before}`, after: `${label}: ${titles.after}` }}
          isUnified
        />
      </Suspense>
    </div>
  )
}

/** Too long for one line, where differences would be hard to find. */
function isLong(text: string): boolean {
  return text.includes('\n') || text.length > 120
}
