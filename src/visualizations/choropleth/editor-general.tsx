import { Select, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ColumnSelect } from '../parts/column-select.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { choroplethMap, choroplethMaps } from './choropleth-maps.ts'
import { choroplethModel, unmatchedNote } from './choropleth-model.ts'
import type { ChoroplethOptions } from './choropleth-options.ts'
import type { ChoroplethTabProps } from './choropleth-tab-props.ts'

export function GeneralTab({ data, options, settings, change, replace }: ChoroplethTabProps) {
  const map = choroplethMap(options.mapType)
  const note = useMemo(
    () => unmatchedNote(choroplethModel(data, options, settings)),
    [data, options, settings],
  )
  const { targetField } = options
  const offered = Object.entries<string>(map.fields).map(([value, label]) => ({ value, label }))
  const isForeign = targetField !== null && !Object.hasOwn(map.fields, targetField)
  return (
    <Stack gap="md">
      <LabelledSelect
        label={t('Map')}
        choices={choroplethMaps.map(({ key, name }) => ({ value: key as string, label: name }))}
        value={map.key}
        onChange={(mapType) => replace(withMap(options, mapType))}
      />
      <ColumnSelect
        label={t('Key Column')}
        columns={data.columns}
        value={options.keyColumn}
        onChange={(keyColumn) => change({ keyColumn })}
      />
      <Select
        label={t('Target Field')}
        placeholder={t('Choose field...')}
        allowDeselect={false}
        data={isForeign ? [...offered, { value: targetField, label: targetField }] : offered}
        value={targetField}
        error={
          isForeign ? t('{name} has no field {targetField}.', { name: map.name, targetField }) : undefined
        }
        onChange={(field) => {
          if (field !== null) change({ targetField: field })
        }}
      />
      <ColumnSelect
        label={t('Value Column')}
        columns={data.columns}
        value={options.valueColumn}
        onChange={(valueColumn) => change({ valueColumn })}
      />
      {note ? (
        <Text c="dimmed" size="sm" role="status">
          {note}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Another map is another part of the world: what was shown of the former one goes, a field that both have stays. */
function withMap(options: ChoroplethOptions, mapType: string): ChoroplethOptions {
  const { targetField } = options
  const isKept = targetField !== null && Object.hasOwn(choroplethMap(mapType).fields, targetField)
  return { ...options, mapType, targetField: isKept ? targetField : null, bounds: undefined }
}
