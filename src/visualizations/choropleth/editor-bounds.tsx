import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorRow } from '../parts/editor-section.tsx'
import { type MapBounds, mapBounds, roundedDegrees } from '../parts/map/map-bounds.ts'
import { extentOf, loadOutlines } from '../parts/map/outlines.ts'
import { useLoaded } from '../parts/map/use-loaded.ts'
import { choroplethMap } from './choropleth-maps.ts'
import { boundsOfStored, type ChoroplethTabProps } from './choropleth-options.ts'

/** Edits the visible bounds: the stored ones, otherwise the whole map. */
export function BoundsTab({ options, replace }: ChoroplethTabProps) {
  const { outlines } = choroplethMap(options.mapType)
  const loaded = useLoaded(useCallback(() => loadOutlines(outlines), [outlines]))
  const stored = boundsOfStored(options.bounds)
  const shown = stored ?? (loaded.state === 'ready' ? extentOf(loaded.value) : null)
  return (
    <Stack gap="md">
      <BoundsFields
        shown={shown}
        onChange={({ south, west, north, east }) =>
          replace({
            ...options,
            bounds: [
              [south, west],
              [north, east],
            ],
          })
        }
      />
      <Text c="dimmed" size="sm">
        {t('Moving the map of the preview changes them as well.')}
      </Text>
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={!stored}
          onClick={() => replace({ ...options, bounds: undefined })}
        >
          {t('Show the whole map')}
        </Button>
      </Group>
    </Stack>
  )
}

type Draft = Readonly<Record<keyof MapBounds, number | null>>

interface BoundsFieldsProps {
  shown: MapBounds | null
  onChange(bounds: MapBounds): void
}

/** Invalid bounds stay in the fields without changing the options. */
function BoundsFields({ shown, onChange }: BoundsFieldsProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const values: Draft = draft ?? shown ?? { south: null, west: null, north: null, east: null }
  const change = (side: keyof MapBounds, value: number | null) => {
    const next = { ...values, [side]: value }
    const bounds = mapBounds(next.south, next.west, next.north, next.east)
    setDraft(bounds ? null : next)
    if (bounds) onChange(bounds)
  }
  const field = (side: keyof MapBounds, label: string) => (
    <DebouncedNumberInput
      aria-label={label}
      value={values[side] === null ? null : roundedDegrees(values[side])}
      onChange={(value) => change(side, value)}
    />
  )
  return (
    <>
      <Input.Wrapper label={t('North-East Latitude and Longitude')} labelElement="div">
        <EditorRow>
          {field('north', t('North-East Latitude'))}
          {field('east', t('North-East Longitude'))}
        </EditorRow>
      </Input.Wrapper>
      <Input.Wrapper
        label={t('South-West Latitude and Longitude')}
        labelElement="div"
        error={draft ? t('The first corner must lie north and east of the second one.') : undefined}
      >
        <EditorRow>
          {field('south', t('South-West Latitude'))}
          {field('west', t('South-West Longitude'))}
        </EditorRow>
      </Input.Wrapper>
    </>
  )
}
