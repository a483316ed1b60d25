import { Title } from '@mantine/core'
import { Suspense, useMemo } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { getQuery } from '#shared/queries/queries-api.ts'
import { getQueryVersion, listQueryVersions, type QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { call } from '#web/api/call.ts'
import { localZone } from '#web/schedules/local-zone.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { ChangeList } from '#web/versions/change-list.tsx'
import classes from '#web/versions/version-history.module.css'
import { VersionHistory } from '#web/versions/version-history.tsx'
import type {
  ComparedSide,
  ComparedSides,
  PresentState,
  Versioned,
  VersionHistoryProps,
} from '#web/versions/versioned.ts'
import { snapshotChanges } from './snapshot-changes.ts'

const fields = {
  query: t('text'),
  name: t('name'),
  description: t('description'),
  data_source_id: t('data source'),
  options: t('options and parameters'),
  schedule: t('refresh schedule'),
  tags: t('tags'),
  is_draft: t('published or not'),
  is_archived: t('archived or not'),
  visualizations: t('visualizations'),
}

const words = {
  now: t('The query now'),
  neverWas: t('Not saved: another user had saved. The query never was like this; restoring it saves it now.'),
}

const TextDiff = lazy(() =>
  import('#web/versions/text-diff.tsx').then((module) => ({ default: module.TextDiff })),
)

type QueryHistoryProps = Pick<VersionHistoryProps<QuerySnapshot>, 'shown' | 'onShow' | 'onRestore'> & {
  queryId: number
  sources: readonly DataSource[]
}

/** Every save of a query. */
export function QueryHistory({ queryId, sources, ...rest }: QueryHistoryProps) {
  const versioned = useMemo(() => queryVersions(queryId), [queryId])
  return (
    <VersionHistory
      {...rest}
      versioned={versioned}
      compare={(sides) => <SnapshotComparison {...sides} sources={sources} />}
    />
  )
}

function queryVersions(id: number): Versioned<QuerySnapshot> {
  return {
    ...{ noun: 'query', words, id, fields },
    list: (query, signal) => call(listQueryVersions, { params: { id }, query, signal }),
    read: (version_id, signal) => call(getQueryVersion, { params: { id, version_id }, signal }),
    present: (signal) => presentQuery(id, signal),
  }
}

async function presentQuery(id: number, signal: AbortSignal): Promise<PresentState<QuerySnapshot>> {
  const query = await call(getQuery, { params: { id }, signal })
  const { name, description, data_source_id, options, schedule, tags, is_draft, is_archived } = query
  return {
    version: query.version,
    snapshot: {
      ...{ name, description, data_source_id, options, schedule, tags, is_draft, is_archived },
      query: query.query,
      visualizations: query.visualizations.map(({ id, type, name, description, options }) => ({
        ...{ id, type, name, description, options },
      })),
    },
  }
}

interface SnapshotComparisonProps extends ComparedSides<QuerySnapshot> {
  sources: readonly DataSource[]
}

/** The other differences, then the two texts. */
function SnapshotComparison({ before, after, sources, isNarrow }: SnapshotComparisonProps) {
  const changes = useMemo(() => {
    const clock = { zone: localZone, now: new Date() }
    return snapshotChanges(before.snapshot, after.snapshot, {
      dataSource: (id) =>
        id === null
          ? t('None')
          : (sources.find((one) => one.id === id)?.name ?? t('Data source {id}', { id })),
      schedule: (stored) => scheduleInWords(stored, clock),
    })
  }, [before.snapshot, after.snapshot, sources])
  const used = sources.find((one) => one.id === after.snapshot.data_source_id)
  const isSameText = before.snapshot.query === after.snapshot.query
  if (isSameText && changes.length === 0) return <p className={classes.same}>{t('Both are the same.')}</p>
  return (
    <>
      {changes.length > 0 && (
        <section aria-labelledby="history-changes">
          <Title order={4} id="history-changes" mb={6}>
            {t('Changed besides the text')}
          </Title>
          <ChangeList changes={changes} titles={{ before: before.title, after: after.title }} />
        </section>
      )}
      <section aria-labelledby="history-text">
        <Title order={4} id="history-text" mb={6}>
          {t('Text')}
        </Title>
        {isSameText ? (
          <p className={classes.same}>{t('The text is the same.')}</p>
        ) : (
          <>
            <div className={classes.sides} data-unified={isNarrow || undefined}>
              <SideHead side={before} kind="before" />
              <SideHead side={after} kind="after" />
            </div>
            <Suspense fallback={<TableSkeleton rows={6} rowHeight={24} />}>
              <TextDiff
                before={before.snapshot.query}
                after={after.snapshot.query}
                source={used ?? { syntax: 'sql', sql_style: null }}
                labels={{ before: before.title, after: after.title }}
                isUnified={isNarrow}
              />
            </Suspense>
          </>
        )}
      </section>
    </>
  )
}

function SideHead({ side, kind }: { side: ComparedSide<QuerySnapshot>; kind: 'before' | 'after' }) {
  return (
    <div className={classes.side} data-kind={kind}>
      <span className={classes.sideTitle}>{side.title}</span>
      <CopyButton value={side.snapshot.query} label={t('Copy the text of: {title}', { title: side.title })} />
    </div>
  )
}
