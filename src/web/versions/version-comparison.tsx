import { Alert, Button, Select, Skeleton, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconRestore } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { presentState, storedVersion, versionPages } from './stored-versions.ts'
import classes from './version-history.module.css'
import { authorOf, kindInWords, versionBefore, versionTitle } from './version-words.ts'
import type {
  ComparedSide,
  ListedVersion,
  PresentState,
  StoredVersion,
  Versioned,
  VersionHistoryProps,
} from './versioned.ts'

interface VersionComparisonProps<S> extends VersionHistoryProps<S> {
  versionId: number
  againstId: number | null
  isNarrow: boolean
}

const now = 'now'

/** A version beside the current state or another version; the older one is on the left. */
export function VersionComparison<S>(props: VersionComparisonProps<S>) {
  const { versioned, versionId, againstId, onShow, onRestore } = props
  const present = useQuery(presentState(versioned))
  const version = useQuery(storedVersion(versioned, versionId))
  const other = useQuery({ ...storedVersion(versioned, againstId ?? 0), enabled: againstId !== null })
  const [isRestoring, setIsRestoring] = useState(false)
  const failed = version.error ?? other.error ?? present.error
  if (failed) {
    const retry = () => {
      for (const each of [version, other, present]) if (each.error) void each.refetch()
    }
    return <ErrorAlert title={t('The version could not be read')} error={failed} onRetry={retry} />
  }
  if (!version.data || !present.data) return <ComparisonSkeleton />
  const chosen = version.data
  const { version: current } = present.data
  const restore = onRestore && {
    isBusy: isRestoring,
    run: () => {
      setIsRestoring(true)
      void onRestore(chosen, current).finally(() => setIsRestoring(false))
    },
  }
  return (
    <article className={classes.comparison}>
      <VersionHead version={chosen} neverWas={versioned.words.neverWas} restore={restore} />
      <AgainstSelect
        versioned={versioned}
        versionId={versionId}
        againstId={againstId}
        onChoose={(id) => onShow({ versionId, againstId: id })}
      />
      {againstId !== null && !other.data ? (
        <ComparisonSkeleton />
      ) : (
        props.compare({
          ...sides(versioned.words.now, chosen, other.data ?? null, present.data),
          isNarrow: props.isNarrow,
        })
      )}
    </article>
  )
}

function sides<S>(
  now: string,
  chosen: StoredVersion<S>,
  other: StoredVersion<S> | null,
  present: PresentState<S>,
): { before: ComparedSide<S>; after: ComparedSide<S> } {
  const side = (version: StoredVersion<S>): ComparedSide<S> => ({
    title: versionTitle(version),
    snapshot: version.snapshot,
  })
  if (other === null) {
    return { before: side(chosen), after: { title: now, snapshot: present.snapshot } }
  }
  const [older, newer] = chosen.id < other.id ? [chosen, other] : [other, chosen]
  return { before: side(older), after: side(newer) }
}

interface VersionHeadProps {
  version: ListedVersion
  neverWas: string
  restore: { isBusy: boolean; run(): void } | null
}

function VersionHead({ version, neverWas, restore }: VersionHeadProps) {
  const isRefused = version.kind === 'refused'
  return (
    <>
      <header className={classes.head}>
        <div className={classes.headWords}>
          <Title order={3}>{versionTitle(version)}</Title>
          <Text size="sm" c="dimmed">
            <Message
              text={
                isRefused
                  ? t('Based on version {version}, by {author} {time}')
                  : t('{what} by {author} {time}')
              }
              values={{
                version: version.version,
                what: kindInWords(version.kind),
                author: authorOf(version),
                time: <TimeAgo date={version.created_at} />,
              }}
            />
          </Text>
        </div>
        {restore && (
          <Button
            size="xs"
            leftSection={<IconRestore size={16} aria-hidden="true" />}
            loading={restore.isBusy}
            onClick={restore.run}
          >
            {t('Restore')}
          </Button>
        )}
      </header>
      {isRefused && (
        <Alert
          color="yellow"
          variant="light"
          p="xs"
          icon={<IconAlertTriangle size={18} />}
          classNames={{ message: classes.notice }}
        >
          {neverWas}
        </Alert>
      )}
    </>
  )
}

interface AgainstSelectProps<S> {
  versioned: Versioned<S>
  versionId: number
  againstId: number | null
  onChoose(id: number | null): void
}

function AgainstSelect<S>({ versioned, versionId, againstId, onChoose }: AgainstSelectProps<S>) {
  const { dateTimeFormat } = useClientConfig()
  const { data } = useInfiniteQuery(versionPages(versioned))
  const others = (data?.versions ?? []).filter(({ id }) => id !== versionId)
  const before = versionBefore(others, versionId)
  const labelOf = (one: ListedVersion, isBefore: boolean) => {
    const values = {
      version: versionTitle(one),
      date: formatMoment(one.created_at, dateTimeFormat),
      author: authorOf(one),
    }
    return isBefore
      ? t('{version} (the one before) – {date}, {author}', values)
      : t('{version} – {date}, {author}', values)
  }
  return (
    <Select
      className={classes.against}
      size="xs"
      label={t('Compare with')}
      allowDeselect={false}
      searchable
      comboboxProps={{ withinPortal: false }}
      value={againstId === null ? now : String(againstId)}
      data={[
        { value: now, label: versioned.words.now },
        ...others.map((one) => ({
          value: String(one.id),
          label: labelOf(one, one === before),
        })),
      ]}
      onChange={(value) => onChoose(value === null || value === now ? null : Number(value))}
    />
  )
}

function ComparisonSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton height={20} width="40%" mb="sm" />
      <Skeleton height={14} width="60%" mb="lg" />
      <Skeleton height={180} />
    </div>
  )
}
