import type { BodyOf } from '#shared/http/endpoint.ts'
import { t } from '#shared/messages/translate.ts'
import { createQuery, type Query, saveQuery } from '#shared/queries/queries-api.ts'
import { createVisualization, type Visualization } from '#shared/visualizations/visualizations-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import type { EditableQuery } from './editable-query.ts'
import type { SaveWords } from './query-words.ts'
import { confirmOverwrite, forgetConflict, warnIfUnsafe, warnOfConflict } from './save-conflict.tsx'

export type QueryFields = Omit<BodyOf<typeof saveQuery>, 'version'>

/**
 * Saves fields of a stored query with its version. If another user has saved first, users who may edit can overwrite
 * (docs/reference/screens.md#saving-conflicts). Resolves to null if nothing was saved; the user has been told why and,
 * after a conflict, where to find the refused save.
 */
export async function saveFields(
  query: Pick<EditableQuery, 'version' | 'can_edit'> & { id: number },
  fields: QueryFields,
  words: SaveWords,
  onShowHistory: () => void,
): Promise<Query | null> {
  try {
    const body = { ...fields, version: query.version }
    return succeed(await call(saveQuery, { params: { id: query.id }, body }), words)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return fail(error, words)
    if (!query.can_edit || !(await confirmOverwrite())) {
      return warnOfConflict(query.can_edit ? onShowHistory : null)
    }
  }
  try {
    return succeed(await call(saveQuery, { params: { id: query.id }, body: fields }), words)
  } catch (error) {
    return fail(error, words)
  }
}

/** Stores a new query. Resolves to null if the server refused; the user has been told why. */
export async function saveNewQuery(
  draft: EditableQuery,
  dataSourceId: number,
  words: SaveWords,
): Promise<Query | null> {
  try {
    const saved = await call(createQuery, {
      body: {
        data_source_id: dataSourceId,
        query: draft.query,
        name: draft.name,
        description: draft.description,
        options: { ...draft.options },
        schedule: draft.schedule,
        tags: [...draft.tags],
      },
    })
    return succeed(saved, words)
  } catch (error) {
    return fail(error, words)
  }
}

/**
 * Stores the visualizations that were made before the query was. Resolves to the stored ones by their former ids; those
 * that the server refused are missing, and the user has been told.
 */
export async function saveVisualizations(
  queryId: number,
  unsaved: readonly Visualization[],
): Promise<Map<number, Visualization>> {
  const stored = new Map<number, Visualization>()
  // one after another: their ids are their order
  for (const { id, type, name, description, options } of unsaved) {
    try {
      const body = { query_id: queryId, type, name, description, options }
      stored.set(id, await call(createVisualization, { body }))
    } catch (error) {
      notify.error(messageOf(error, t('Please save again.')), {
        title: t('The visualization “{name}” could not be saved.', { name }),
      })
    }
  }
  return stored
}

function succeed(saved: Query, words: SaveWords): Query {
  warnIfUnsafe(saved)
  forgetConflict()
  if (words.success !== null) notify.success(words.success)
  return saved
}

/** Shows the fixed message, and below it the reason if the server gave one that the user can act on. */
function fail(error: unknown, words: SaveWords): null {
  const reason = error instanceof ApiError && error.status !== 403 ? messageOf(error, '') : ''
  notify.error(reason === '' ? words.failure : reason, reason === '' ? {} : { title: words.failure })
  return null
}
