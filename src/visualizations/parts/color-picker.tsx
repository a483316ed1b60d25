import {
  ColorPicker,
  ColorSwatch,
  Group,
  Popover,
  Stack,
  Text,
  TextInput,
  Tooltip,
  UnstyledButton,
} from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './color-picker.module.css'
import { normalizeColor, textColorOn } from './colors.ts'

export interface ColorFieldProps {
  /** names the field for assistive technology; shown above it unless `labelHidden` */
  label: string
  labelHidden?: boolean
  /** null: automatic */
  value: string | null
  /** name -> color */
  presets: Readonly<Record<string, string>>
  /** offers `Automatic` (null), shown in this color; absent: a color is required */
  automatic?: string
  onChange(color: string | null): void
}

/** Name of the preset with this color, otherwise the color itself (docs/reference/visualizations.md#colors). */
export function colorName(value: string | null, presets: Readonly<Record<string, string>>): string {
  if (value === null) return t('Automatic')
  const color = normalizeColor(value)
  const named = Object.entries(presets).find(([, preset]) => normalizeColor(preset) === color)
  return (named && labelOf(named[0])) ?? color ?? value
}

const labelOf = (name: string) => colorLabels[name] ?? name

/** A swatch that opens presets (8 in a row), a hex field and a free picker. Emits upper-case `#RRGGBB`. */
export function ColorField(props: ColorFieldProps) {
  const { label, labelHidden, value, presets, automatic } = props
  const [opened, setOpened] = useState(false)
  const labelId = useId()
  const name = colorName(value, presets)
  return (
    <Stack gap={4}>
      {labelHidden ? null : (
        <Text id={labelId} size="sm" fw={500}>
          {label}
        </Text>
      )}
      <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.trigger}
            aria-label={`${label}: ${name}`}
            onClick={() => setOpened(!opened)}
          >
            <ColorSwatch component="span" size={18} radius="sm" color={value ?? automatic ?? 'transparent'} />
            <Text size="sm" truncate>
              {name}
            </Text>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <ColorChoices {...props} />
        </Popover.Dropdown>
      </Popover>
    </Stack>
  )
}

function ColorChoices({ label, value, presets, automatic, onChange }: ColorFieldProps) {
  const current = normalizeColor(value)
  return (
    <Stack gap="sm" className={classes.choices}>
      {automatic === undefined ? null : (
        <UnstyledButton
          className={classes.trigger}
          aria-pressed={value === null}
          onClick={() => onChange(null)}
        >
          <ColorSwatch component="span" size={18} radius="sm" color={automatic} />
          <Text size="sm">{t('Automatic')}</Text>
          {value === null ? <IconCheck size={14} aria-hidden /> : null}
        </UnstyledButton>
      )}
      <Group gap={6} className={classes.swatches} role="group" aria-label={t('{label}: presets', { label })}>
        {Object.entries(presets).map(([name, color]) => (
          <Tooltip key={name} label={labelOf(name)} openDelay={300}>
            <ColorSwatch
              component="button"
              type="button"
              size={22}
              radius="sm"
              color={color}
              aria-label={labelOf(name)}
              aria-pressed={normalizeColor(color) === current}
              onClick={() => onChange(normalizeColor(color) ?? null)}
            >
              {normalizeColor(color) === current ? (
                <IconCheck size={14} color={textColorOn(color) ?? undefined} aria-hidden />
              ) : null}
            </ColorSwatch>
          </Tooltip>
        ))}
      </Group>
      <HexInput label={label} value={value} onChange={onChange} />
      <ColorPicker
        size="sm"
        fullWidth
        format="hex"
        saturationLabel={t('{label}: saturation', { label })}
        hueLabel={t('{label}: hue', { label })}
        value={current ?? automatic ?? '#000000'}
        onChangeEnd={(color) => onChange(normalizeColor(color) ?? null)}
      />
    </Stack>
  )
}

function HexInput({ label, value, onChange }: Pick<ColorFieldProps, 'label' | 'value' | 'onChange'>) {
  const [draft, setDraft] = useState<string>()
  const invalid = draft !== undefined && draft.trim() !== '' && !normalizeColor(draft)
  const commit = () => {
    const color = normalizeColor(draft)
    if (color) onChange(color)
    setDraft(undefined)
  }
  return (
    <TextInput
      size="xs"
      aria-label={t('{label}: hex value', { label })}
      placeholder="#RRGGBB"
      value={draft ?? normalizeColor(value) ?? value ?? ''}
      error={invalid}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

/** Translated names of the presets; only the colors are stored. */
const colorLabels: Readonly<Record<string, string>> = {
  White: t('White'),
  'Light Indigo': t('Light Indigo'),
  'Dark Indigo': t('Dark Indigo'),
  Indigo: t('Indigo'),
  Amber: t('Amber'),
  Sage: t('Sage'),
  Scarlet: t('Scarlet'),
  Azure: t('Azure'),
  Plum: t('Plum'),
  Umber: t('Umber'),
  Lavender: t('Lavender'),
  Blue: t('Blue'),
  Red: t('Red'),
  Green: t('Green'),
  Purple: t('Purple'),
  Cyan: t('Cyan'),
  Orange: t('Orange'),
  'Light Blue': t('Light Blue'),
  Lilac: t('Lilac'),
  'Light Green': t('Light Green'),
  Brown: t('Brown'),
  Black: t('Black'),
  Gray: t('Gray'),
  'Light Gray': t('Light Gray'),
  Pink: t('Pink'),
  'Dark Blue': t('Dark Blue'),
  'Indian Red': t('Indian Red'),
  'Green 2': t('Green 2'),
  'Green 3': t('Green 3'),
  'Dark Turquoise': t('Dark Turquoise'),
  'Dark Violet': t('Dark Violet'),
  'Pink 2': t('Pink 2'),
}
