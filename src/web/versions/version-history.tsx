import { Badge, Button, Drawer, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { plural, t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { ShownHistory } from './history-address.ts'
import { versionPages } from './stored-versions.ts'
import { VersionComparison } from './version-comparison.tsx'
import classes from './version-history.module.css'
import { authorOf, changedInWords, kindInWords, versionBefore, versionTitle } from './version-words.ts'
import type { ListedVersion, Versioned, VersionHistoryProps } from './versioned.ts'

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Every save of a query or a dashboard: the list, and a comparison of two states. On narrow screens one at a time. */
export function VersionHistory<S>(props: VersionHistoryProps<S>) {
  const { versioned, shown, onShow } = props
  useFocusReturn()
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const newest = useNewestVersion(versioned)
  // beside the list there is room to begin with the newest change
  const chosen = shown.versionId === null && !isNarrow ? newest : shown
  const list = (
    <VersionList
      versioned={versioned}
      chosenId={chosen.versionId}
      onChoose={(id, before) => onShow({ versionId: id, againstId: before })}
    />
  )
  const comparison = chosen.versionId !== null && (
    <VersionComparison
      key={chosen.versionId}
      {...props}
      versionId={chosen.versionId}
      againstId={chosen.againstId}
      isNarrow={isNarrow}
    />
  )
  return (
    <Drawer
      opened
      onClose={() => onShow(null)}
      position="right"
      size="min(76rem, 100%)"
      title={t('Version history')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {isNarrow ? (
        <div className={classes.single}>
          {comparison ? (
            <>
              <Button
                // the pressed version has disappeared
                autoFocus
                size="compact-sm"
                variant="subtle"
                leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
                onClick={() => onShow({ versionId: null, againstId: null })}
              >
                {t('All versions')}
              </Button>
              {comparison}
            </>
          ) : (
            // the button that led back here has disappeared
            <div ref={takeFocus} tabIndex={-1} className={classes.whole}>
              {list}
            </div>
          )}
        </div>
      ) : (
        <>
          <div className={classes.list}>{list}</div>
          <div className={classes.detail}>
            {comparison || (
              <EmptyState size="compact" title={t('Choose a version to see what it changes')}>
                {t('Every save is kept here, even one that was refused because another user had saved.')}
              </EmptyState>
            )}
          </div>
        </>
      )}
    </Drawer>
  )
}

/** The newest version and the one before it, as far as they are loaded. */
function useNewestVersion<S>(versioned: Versioned<S>): ShownHistory {
  const { data } = useInfiniteQuery(versionPages(versioned))
  const [newest, before] = data?.versions ?? []
  return { versionId: newest?.id ?? null, againstId: before?.id ?? null }
}

interface VersionListProps<S> {
  versioned: Versioned<S>
  chosenId: number | null
  /** `before`: id of the previous version; null: there is no earlier known version */
  onChoose(id: number, before: number | null): void
}

/** The saves with author, time and changes, newest first. */
function VersionList<S>({ versioned, chosenId, onChoose }: VersionListProps<S>) {
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
