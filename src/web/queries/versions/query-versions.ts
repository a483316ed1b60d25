import { t } from '#shared/messages/translate.ts'
import { getQuery } from '#shared/queries/queries-api.ts'
import { getQueryVersion, listQueryVersions, type QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { call } from '#web/api/call.ts'
import type { PresentState, Versioned } from '#web/versions/versioned.ts'

const fields = {
  query: t('text'),
  name: t('name'),
  description: t('description'),
  data_source_id: t('data source'),
  options: t('options and parameters'),
  schedule: t('refresh schedule'),
  tags: t('tags'),
  is_draft: t('published or not'),
  is_archived: t('archived or not'),
  visualizations: t('visualizations'),
}

const words = {
  now: t('The query now'),
  neverWas: t('Not saved: another user had saved. The query never was like this; restoring it saves it now.'),
}

export function queryVersions(id: number): Versioned<QuerySnapshot> {
  return {
    ...{ noun: 'query', words, id, fields, beside: 'now' },
    list: (query, signal) => call(listQueryVersions, { params: { id }, query, signal }),
    read: (version_id, signal) => call(getQueryVersion, { params: { id, version_id }, signal }),
    present: (signal) => presentQuery(id, signal),
  }
}

async function presentQuery(id: number, signal: AbortSignal): Promise<PresentState<QuerySnapshot>> {
  const query = await call(getQuery, { params: { id }, signal })
  const { name, description, data_source_id, options, schedule, tags, is_draft, is_archived } = query
  return {
    version: query.version,
    snapshot: {
      ...{ name, description, data_source_id, options, schedule, tags, is_draft, is_archived },
      query: query.query,
      visualizations: query.visualizations.map(({ id, type, name, description, options }) => ({
        ...{ id, type, name, description, options },
      })),
    },
  }
}
