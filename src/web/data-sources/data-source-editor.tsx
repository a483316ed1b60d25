import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type DataSourceDetail,
  type DataSourceType,
  saveDataSource,
} from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import { ConfigEditor } from '#web/config-form/config-editor.tsx'
import type { NamedFormValues } from '#web/config-form/named-form.tsx'
import { useConfigActs } from '#web/config-form/use-config-acts.ts'
import { DataSourceHelp } from './data-source-help.tsx'
import { dataSourcesQuery } from './data-source-queries.ts'
import { dataSourceQuery } from './data-source-query.ts'
import { DataSourceSide } from './data-source-side.tsx'
import { limitFields, toLimits } from './limit-fields.ts'
import { Limits } from './limits.tsx'
import { testConnection } from './test-connection.ts'
import { useDeletion } from './use-deletion.ts'

/** Form, connection test and deletion, with groups and pausing beside them. */
export function DataSourceEditor({ source, type }: { source: DataSourceDetail; type: DataSourceType }) {
  const acts = useConfigActs()
  const client = useQueryClient()
  const askToDelete = useDeletion(source)
  const more = useMemo(
    () => ({
      fields: limitFields(source.limits),
      show: (form: Parameters<typeof Limits>[0]['form'], disabled: boolean) => (
        <Limits form={form} disabled={disabled} />
      ),
    }),
    [source.limits],
  )
  const stored = useMemo(() => ({ name: source.name, options: source.options ?? {} }), [source])

  const save = async ({ name, options, more: limits }: NamedFormValues) => {
    const body = { name, options, limits: toLimits(limits), type: source.type }
    const saved = await call(saveDataSource, { params: { id: source.id }, body })
    client.setQueryData(dataSourceQuery(source.id).queryKey, saved)
    void client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
  }

  return (
    <ConfigEditor
      formId="data-source"
      type={type}
      stored={stored}
      more={more}
      help={<DataSourceHelp />}
      acts={acts}
      save={save}
      remove={() => askToDelete(acts)}
      testLabel={t('Test Connection')}
      test={() => testConnection(source.id)}
      side={<DataSourceSide source={source} />}
      sideLabel={t('Access and state')}
    />
  )
}
