import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ColumnSelect } from '../parts/column-select.tsx'
import { droppedNote, markersModel } from './map-model.ts'
import type { MapTabProps } from './map-tab-props.ts'

export function GeneralTab({ data, options, settings, change }: MapTabProps) {
  const note = useMemo(() => droppedNote(markersModel(data, options, settings)), [data, options, settings])
  return (
    <Stack gap="md">
      <ColumnSelect
        label={t('Latitude Column Name')}
        columns={data.columns}
        value={options.latColName}
        onChange={(latColName) => change({ latColName })}
      />
      <ColumnSelect
        label={t('Longitude Column Name')}
        columns={data.columns}
        value={options.lonColName}
        onChange={(lonColName) => change({ lonColName })}
      />
      <ColumnSelect
        label={t('Group By')}
        columns={data.columns}
        none={t('None')}
        value={options.classify ?? ''}
        onChange={(column) => change({ classify: column === '' ? null : column })}
      />
      {note ? (
        <Text c="dimmed" size="sm" role="status">
          {note}
        </Text>
      ) : null}
    </Stack>
  )
}
