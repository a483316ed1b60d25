import { Box, Select, Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { scaleColorPresets } from '../parts/color-presets.ts'
import { colorSchemes, defaultColorScheme, namedColors, normalizeColor } from '../parts/colors.ts'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { seriesColors } from './chart-colors.ts'
import type { ChartTabProps } from './chart-editor-rules.ts'
import { scaleOf } from './chart-heatmap.ts'
import { type ChartOptions, seriesOptionsOf, valueOptionsOf } from './chart-options.ts'
import { sliceColors, sliceLabel, sliceNames } from './chart-pie.ts'
import type { ChartSeries } from './chart-series.ts'
import { type ColorScale, customScale, heatmapScales } from './heatmap-scales.ts'

/** More color fields would make the editor slow. */
const maxColored = 200

interface Colored {
  name: string
  label: string
  stored: string | null
  automatic: string
}

/** The colors of series or slices, or the scheme of a heatmap. */
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
          presets={namedColors(scheme)}
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

/** The scale of a heatmap: none (blue to red), one by name, or between two colors. */
function HeatmapColors({ options, change }: ChartTabProps) {
  const stored = typeof options['colorScheme'] === 'string' ? options['colorScheme'] : null
  const names = [...Object.keys(heatmapScales), customScale]
  const scale = scaleOf(options)
  const ends = { low: scale[0]?.[1] ?? '', high: scale.at(-1)?.[1] ?? '' }
  return (
    <Stack gap="md">
      <Select
        label={t('Color Scheme')}
        placeholder={t('Default')}
        searchable
        clearable
        allowDeselect={false}
        data={(stored === null || names.includes(stored) ? names : [...names, stored]).map((value) => ({
          value,
          label: value === customScale ? t('Custom...') : value,
        }))}
        value={stored}
        renderOption={({ option }) => <Option name={option.value} />}
        onChange={(colorScheme) => change({ colorScheme })}
      />
      {stored === customScale ? (
        <>
          <ColorField
            label={t('Min Color:')}
            value={normalizeColor(options['heatMinColor']) ?? ends.low}
            presets={scaleColorPresets}
            onChange={(heatMinColor) => change({ heatMinColor })}
          />
          <ColorField
            label={t('Max Color:')}
            value={normalizeColor(options['heatMaxColor']) ?? ends.high}
            presets={scaleColorPresets}
            onChange={(heatMaxColor) => change({ heatMaxColor })}
          />
        </>
      ) : null}
      <Ramp scale={scale} height={12} />
    </Stack>
  )
}

function Option({ name }: { name: string }) {
  const scale = Object.hasOwn(heatmapScales, name) ? heatmapScales[name] : undefined
  return (
    <>
      <Box component="span" flex={1}>
        {name}
      </Box>
      {scale ? <Ramp scale={scale} height={10} width={96} /> : null}
    </>
  )
}

/** A strip that shows the scale. */
function Ramp({ scale, ...size }: { scale: ColorScale; height: number; width?: number }) {
  const stops = scale.map(([at, color]) => `${color} ${at * 100}%`).join(', ')
  return (
    <Box
      component="span"
      aria-hidden
      display="block"
      style={{ borderRadius: 2, background: `linear-gradient(to right, ${stops})`, ...size }}
    />
  )
}
