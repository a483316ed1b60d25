import { Anchor, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import type { Query } from '#shared/queries/queries-api.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { Message } from '#web/ui/message.tsx'
import { notify } from '#web/ui/toast.tsx'

const noticeId = 'query-conflict'

/** See docs/reference/screens.md#saving-conflicts, and what is not lost either way. */
export function confirmOverwrite(): Promise<boolean> {
  return confirm({
    title: t('Overwrite Query'),
    message: (
      <>
        <Text>{t('Are you sure you want to overwrite the query with your version?')}</Text>
        <Text c="dimmed" size="sm" mt="xs">
          {t('The other version stays in the version history.')}
        </Text>
      </>
    ),
    confirmLabel: t('Overwrite'),
    danger: true,
  })
}

/** Stays until it is closed. `onShowHistory`: null for users who may not see the history. */
export function warnOfConflict(onShowHistory: (() => void) | null): null {
  notify.persistent(
    <>
      {t('It seems like the query has been modified by another user.')}
      <br />
      {t('Please copy/backup your changes and reload this page.')}
      {onShowHistory && (
        <>
          <br />
          <Message
            text={t('What was not saved is kept in the {anchor}.')}
            values={{
              anchor: (
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
                  {t('version history')}
                </Anchor>
              ),
            }}
          />
        </>
      )}
    </>,
    { title: t('Changes not saved'), id: noticeId },
  )
  return null
}

/** After a save that succeeded, the notice would be wrong. */
export function forgetConflict(): void {
  notify.hide(noticeId)
}

/** Public dashboards no longer show the results of a query that takes any text: names those that contain it. */
export function warnIfUnsafe({ id, is_safe }: Pick<Query, 'id' | 'is_safe'>): void {
  if (is_safe) return
  void import('#web/dashboards/tell-unsafe-shares.ts').then(({ tellUnsafeShares }) => tellUnsafeShares(id))
}
