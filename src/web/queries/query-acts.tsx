import { Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import type { Query } from '#shared/queries/queries-api.ts'
import { archiveQuery } from '#shared/queries/queries-api.ts'
import { forkQuery, regenerateQueryApiKey } from '#shared/queries/query-life-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import type { QueryDraft } from './use-query-draft.ts'

/** Shows the fixed message as the title and the server's reason below. */
function complain(words: string, error: unknown): void {
  const reason = error instanceof ApiError ? messageOf(error, '') : ''
  notify.error(reason === '' ? words : reason, reason === '' ? {} : { title: words })
}

export async function archive(draft: QueryDraft): Promise<void> {
  const { id, name } = draft.query
  if (id === null || !(await confirmArchive(name))) return
  try {
    await call(archiveQuery, { params: { id } })
    // archiving is a separate save; a save by another user in between still counts as a conflict
    const { version } = draft.query
    draft.adopt({ is_archived: true, schedule: null, version: version === null ? null : version + 1 })
  } catch (error) {
    complain(t('Query could not be archived.'), error)
  }
}

function confirmArchive(name: string): Promise<boolean> {
  return confirm({
    title: t('Archive Query'),
    message: (
      <>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('Are you sure you want to archive the query “{name}”?', { name })}
        </Text>
        <Text mt="xs">
          {t(
            'Its refresh schedule is cleared, and its alerts and its widgets on dashboards are deleted. Unarchiving brings the query back, but none of these.',
          )}
        </Text>
      </>
    ),
    confirmLabel: t('Archive'),
    danger: true,
  })
}

/**
 * Forks the stored query and opens the source of the fork in a new tab, as for dashboards: typed text and runs of this
 * page stay. The tab is opened at once, because browsers allow that only while handling the click.
 */
export async function fork(id: number): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const copy: Query = await call(forkQuery, { params: { id } })
    const address = `/queries/${copy.id}/source`
    if (tab === null) window.location.assign(address)
    else tab.location.assign(address)
  } catch (error) {
    tab?.close()
    complain(t('Query could not be forked'), error)
  }
}

/** Resolves to the changed fields; null if nothing changed. */
export async function regenerateApiKey(
  id: number,
  name: string,
): Promise<(Pick<Query, 'version' | 'updated_at'> & { api_key: string }) | null> {
  const isSure = await confirm({
    title: t('Regenerate API Key'),
    message: t(
      'Are you sure you want to replace the API key of “{name}”? Embeds and programs that use the present key stop working at once.',
      { name },
    ),
    confirmLabel: t('Regenerate'),
    danger: true,
  })
  if (!isSure) return null
  try {
    const { api_key, version, updated_at } = await call(regenerateQueryApiKey, { params: { id } })
    return api_key === undefined ? null : { api_key, version, updated_at }
  } catch (error) {
    complain(t('Failed to update API key'), error)
    return null
  }
}
