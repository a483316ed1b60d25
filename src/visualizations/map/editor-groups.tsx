import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { baseColors } from '../parts/colors.ts'
import { automaticColor, markersModel } from './map-model.ts'
import type { MapTabProps } from './map-tab-props.ts'

/** So many groups can be told apart and coloured by hand; more make the editor slow. */
const maxColored = 200

export function GroupsTab({ data, options, settings, change }: MapTabProps) {
  const { groups } = useMemo(() => markersModel(data, options, settings), [data, options, settings])
  if (groups.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        {t('There are no markers to colour. Choose the columns of latitude and longitude first.')}
      </Text>
    )
  }
  return (
    <Stack gap="md">
      {groups.slice(0, maxColored).map(({ name, label }, index) => (
        <ColorField
          key={name}
          label={label}
          value={(Object.hasOwn(options.groups, name) ? options.groups[name]?.color : null) ?? null}
          presets={baseColors}
          automatic={automaticColor(index)}
          onChange={(color) => change({ groups: Object.fromEntries([[name, { color }]]) })}
        />
      ))}
      {groups.length > maxColored ? (
        <Text c="dimmed" size="sm">
          {t('{count} more keep their automatic colours.', { count: groups.length - maxColored })}
        </Text>
      ) : null}
    </Stack>
  )
}
