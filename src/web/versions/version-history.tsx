import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { VersionComparison } from './version-comparison.tsx'
import classes from './version-history.module.css'
import { VersionList } from './version-list.tsx'
import type { VersionHistoryProps } from './versioned.ts'

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Every save of a query or a dashboard: the list, and a comparison of two states. On narrow screens one at a time. */
export function VersionHistory<S>(props: VersionHistoryProps<S>) {
  const { versioned, shown, onShow } = props
  useFocusReturn()
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const list = (
    <VersionList
      versioned={versioned}
      chosenId={shown.versionId}
      onChoose={(id, before) =>
        onShow({ versionId: id, againstId: versioned.beside === 'before' ? before : null })
      }
    />
  )
  const comparison = shown.versionId !== null && (
    <VersionComparison
      key={shown.versionId}
      {...props}
      versionId={shown.versionId}
      againstId={shown.againstId}
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
