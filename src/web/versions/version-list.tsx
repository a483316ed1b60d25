import { Badge, Button, Text, UnstyledButton } from '@mantine/core'
import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { plural, t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { versionPages } from './stored-versions.ts'
import classes from './version-history.module.css'
import { authorOf, changedInWords, kindInWords, versionBefore, versionTitle } from './version-words.ts'
import type { ListedVersion, Versioned } from './versioned.ts'

interface VersionListProps<S> {
  versioned: Versioned<S>
  chosenId: number | null
  /** `before`: id of the previous version; null: there is no earlier known version */
  onChoose(id: number, before: number | null): void
}

/** The saves with author, time and changes, newest first. */
export function VersionList<S>({ versioned, chosenId, onChoose }: VersionListProps<S>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    versionPages(versioned),
  )
  if (data === undefined) {
    if (error === null) return <TableSkeleton rows={6} rowHeight={64} />
    return (
      <ErrorAlert title={t('The versions could not be read')} error={error} onRetry={() => void refetch()} />
    )
  }
  if (data.versions.length === 0) {
    return (
      <EmptyState
        size="compact"
        icon={<IconHistoryOff size={32} stroke={1.5} />}
        title={t('No versions yet')}
      />
    )
  }
  return (
    <>
      <Text size="xs" c="dimmed" className={classes.count}>
        {plural(data.count, { one: '1 entry', other: '{count} entries' })}
      </Text>
      <ol className={classes.versions} aria-label={t('Versions')}>
        {data.versions.map((version) => (
          <li key={version.id}>
            <VersionRow
              version={version}
              changed={changedInWords(version.changed, versioned.fields)}
              isChosen={version.id === chosenId}
              onChoose={() => onChoose(version.id, versionBefore(data.versions, version.id)?.id ?? null)}
            />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button
          m="xs"
          size="xs"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('Show older versions')}
        </Button>
      )}
    </>
  )
}

interface VersionRowProps {
  version: ListedVersion
  /** in words */
  changed: string | null
  isChosen: boolean
  onChoose(): void
}

function VersionRow({ version, changed, isChosen, onChoose }: VersionRowProps) {
  const isRefused = version.kind === 'refused'
  return (
    <UnstyledButton
      className={classes.version}
      aria-current={isChosen || undefined}
      data-refused={isRefused || undefined}
      onClick={onChoose}
    >
      <span className={classes.versionHead}>
        <span className={classes.versionTitle}>{versionTitle(version)}</span>
        {(version.kind === 'created' || version.kind === 'restored') && (
          <Badge size="sm" radius="sm" variant="light" tt="none">
            {kindInWords(version.kind)}
          </Badge>
        )}
        <span className={classes.when}>
          <TimeAgo date={version.created_at} />
        </span>
      </span>
      <span className={classes.who}>{authorOf(version)}</span>
      {isRefused && <span className={classes.refused}>{kindInWords(version.kind)}</span>}
      {changed !== null && <span className={classes.changed}>{changed}</span>}
    </UnstyledButton>
  )
}
