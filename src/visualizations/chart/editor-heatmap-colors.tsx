import { Box, Select, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { baseColors, normalizeColor } from '../parts/colors.ts'
import { scaleOf } from './chart-heatmap.ts'
import type { ChartTabProps } from './chart-tab-props.ts'
import { type ColorScale, customScale, heatmapScales } from './heatmap-scales.ts'

const presets = { White: '#FFFFFF', ...baseColors }

/** The scale of a heatmap: none (blue to red), one by name, or between two colours. */
export function HeatmapColors({ options, change }: ChartTabProps) {
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
            presets={presets}
            onChange={(heatMinColor) => change({ heatMinColor })}
          />
          <ColorField
            label={t('Max Color:')}
            value={normalizeColor(options['heatMaxColor']) ?? ends.high}
            presets={presets}
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

/** The scale as a strip. */
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
