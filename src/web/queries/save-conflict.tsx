import { Anchor, Text } from '@mantine/core'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'

const noticeId = 'query-conflict'

/** Part 1 section 8, and what is not lost either way. */
export function confirmOverwrite(): Promise<boolean> {
  return confirm({
    title: 'Overwrite Query',
    message: (
      <>
        <Text>Are you sure you want to overwrite the query with your version?</Text>
        <Text c="dimmed" size="sm" mt="xs">
          The other version stays in the version history.
        </Text>
      </>
    ),
    confirmLabel: 'Overwrite',
    danger: true,
  })
}

/** Stays until it is closed. `onShowHistory`: null for those who do not see the history. */
export function warnOfConflict(onShowHistory: (() => void) | null): null {
  notify.persistent(
    <>
      It seems like the query has been modified by another user.
      <br />
      Please copy/backup your changes and reload this page.
      {onShowHistory && (
        <>
          <br />
          What was not saved is kept in the{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => {
              notify.hide(noticeId)
              onShowHistory()
            }}
          >
            version history
          </Anchor>
          .
        </>
      )}
    </>,
    { title: 'Changes not saved', id: noticeId },
  )
  return null
}
