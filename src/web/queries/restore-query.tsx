import { Text } from '@mantine/core'
import type { Query } from '#shared/queries/queries-api.ts'
import { type QueryVersion, restoreQueryVersion } from '#shared/queries/query-versions-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { authorOf, versionTitle } from '#web/query-versions/version-words.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import type { EditableQuery } from './editable-query.ts'
import { confirmOverwrite, warnOfConflict } from './save-conflict.tsx'

/**
 * Asks, then makes the query what it was in a version; `current` is the version that the user has seen. Answers null
 * when nothing has changed; the user knows why.
 */
export async function restoreQuery(
  query: Pick<EditableQuery, 'name'> & { id: number },
  version: QueryVersion,
  current: number,
  hasUnsavedChanges: boolean,
  formatDate: (date: string) => string,
): Promise<Query | null> {
  const isSure = await confirm({
    title: 'Restore Version',
    message: (
      <>
        <Text style={{ overflowWrap: 'anywhere' }}>
          Are you sure you want to restore “{query.name}” to {phrase(version)} by {authorOf(version)} of{' '}
          {formatDate(version.created_at)}?
        </Text>
        <Text mt="xs">
          Its text, name, description, options, refresh schedule, tags and visualizations become what they
          were then. What is stored now stays in the history.
        </Text>
        {hasUnsavedChanges && <Text mt="xs">The changes that you have not saved are lost.</Text>}
      </>
    ),
    confirmLabel: 'Restore',
    danger: true,
  })
  if (!isSure) return null
  const restore = (expected: number | null) =>
    call(restoreQueryVersion, {
      params: { id: query.id, version_id: version.id },
      body: expected === null ? {} : { version: expected },
    })
  try {
    return await restore(current)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return fail(error)
    if (!(await confirmOverwrite())) return warnOfConflict(null)
  }
  try {
    return await restore(null)
  } catch (error) {
    return fail(error)
  }
}

function phrase(version: QueryVersion): string {
  const title = versionTitle(version).toLowerCase()
  return version.kind === 'refused' ? `the ${title}` : title
}

function fail(error: unknown): null {
  notify.error(messageOf(error, 'Please try again later.'), { title: 'The version could not be restored' })
  return null
}
