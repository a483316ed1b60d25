import { t } from '#shared/messages/translate.ts'
import type { Query } from '#shared/queries/queries-api.ts'
import { type QuerySnapshot, restoreQueryVersion } from '#shared/queries/query-versions-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import { confirmRestore } from '#web/versions/confirm-restore.tsx'
import type { StoredVersion } from '#web/versions/versioned.ts'
import type { EditableQuery } from './editable-query.ts'
import { confirmOverwrite, warnOfConflict } from './save-conflict.tsx'
import { warnIfUnsafe } from './tell-if-unsafe.ts'

/**
 * Asks, then restores a version of the query. `current` is the version that the user has seen. Resolves to null if
 * nothing changed; the user has been told why.
 */
export async function restoreQuery(
  query: Pick<EditableQuery, 'name'> & { id: number },
  version: StoredVersion<QuerySnapshot>,
  current: number,
  hasUnsavedChanges: boolean,
  formatDate: (date: string) => string,
): Promise<Query | null> {
  const becomes = t(
    'Its text, name, description, options, refresh schedule, tags and visualizations become what they were then. What is stored now stays in the history.',
  )
  const { name } = query
  const isSure = await confirmRestore({ name, version, formatDate, becomes, hasUnsavedChanges })
  if (!isSure) return null
  const restore = async (expected: number | null) => {
    const restored = await call(restoreQueryVersion, {
      params: { id: query.id, version_id: version.id },
      body: expected === null ? {} : { version: expected },
    })
    warnIfUnsafe(restored)
    return restored
  }
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

function fail(error: unknown): null {
  notify.error(messageOf(error, t('Please try again later.')), {
    title: t('The version could not be restored'),
  })
  return null
}
