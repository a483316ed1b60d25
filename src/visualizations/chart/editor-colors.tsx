import { Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { baseColors, colorSchemeOf, colorSchemes, defaultColorScheme } from '../parts/colors.ts'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { seriesColors } from './chart-colors.ts'
import { type ChartOptions, seriesOptionsOf, valueOptionsOf } from './chart-options.ts'
import { sliceColors, sliceLabel, sliceNames } from './chart-pie.ts'
import type { ChartSeries } from './chart-series.ts'
import type { ChartTabProps } from './chart-tab-props.ts'
import { HeatmapColors } from './editor-heatmap-colors.tsx'

/** So many slices can be told apart and coloured by hand; more make the editor slow. */
const maxColored = 200

interface Colored {
  name: string
  label: string
  stored: string | null
  automatic: string
}

export function ColorsTab(props: ChartTabProps) {
  return props.options.globalSeriesType === 'heatmap' ? (
    <HeatmapColors {...props} />
  ) : (
    <ItemColors {...props} />
  )
}

function ItemColors({ options, series, change }: ChartTabProps) {
  const pie = options.globalSeriesType === 'pie'
  const items = pie ? slices(options, series) : seriesItems(options, series)
  const key = pie ? 'valuesOptions' : 'seriesOptions'
  const scheme = Object.hasOwn(colorSchemes, options.color_scheme) ? options.color_scheme : defaultColorScheme
  return (
    <Stack gap="md">
      <LabelledSelect
        label={t('Color Scheme')}
        choices={Object.keys(colorSchemes).map((value) => ({ value, label: value }))}
        value={scheme}
        onChange={(color_scheme) => change({ color_scheme })}
      />
      {items.slice(0, maxColored).map(({ name, label, stored, automatic }) => (
        <ColorField
          key={name}
          label={label}
          value={stored}
          presets={presets(scheme)}
          automatic={automatic}
          onChange={(color) => change({ [key]: Object.fromEntries([[name, { color }]]) })}
        />
      ))}
      {items.length > maxColored ? (
        <Text c="dimmed" size="sm">
          {t('{count} more keep their automatic colors.', { count: items.length - maxColored })}
        </Text>
      ) : null}
    </Stack>
  )
}

function presets(scheme: string): Readonly<Record<string, string>> {
  if (scheme === defaultColorScheme) return baseColors
  return Object.fromEntries(colorSchemeOf(scheme).colors.map((color) => [color.toUpperCase(), color]))
}

function seriesItems(options: ChartOptions, series: readonly ChartSeries[]): Colored[] {
  const names = series.map(({ name }) => name)
  const automatic = seriesColors(names, { ...options, seriesOptions: {} })
  return names.map((name, index) => {
    const stored = seriesOptionsOf(options, name)
    return {
      name,
      label: stored.name || name,
      stored: stored.color ?? null,
      automatic: automatic[index] ?? '',
    }
  })
}

function slices(options: ChartOptions, series: readonly ChartSeries[]): Colored[] {
  const names = sliceNames(series, options)
  const automatic = sliceColors(names.all, names.first, { ...options, valuesOptions: {} })
  return names.all.map((name) => ({
    name,
    label: sliceLabel(name),
    stored: valueOptionsOf(options, name).color ?? null,
    automatic: automatic.get(name) ?? '',
  }))
}
