import { t } from '#shared/messages/translate.ts'
import { colorSchemes, defaultColorScheme } from './colors.ts'
import { LabelledSelect } from './labelled-select.tsx'

interface ColorSchemeSelectProps {
  /** as stored */
  value: unknown
  onChange(scheme: string): void
}

const choices = Object.entries(colorSchemes)
  .filter(([, { continuous }]) => !continuous)
  .map(([name]) => ({ value: name, label: name }))

/** The scheme of a type that takes one color after the other. `Redash` draws the colors that Redash gives the type. */
export function ColorSchemeSelect({ value, onChange }: ColorSchemeSelectProps) {
  return (
    <LabelledSelect
      label={t('Color Scheme')}
      choices={choices}
      value={typeof value === 'string' && Object.hasOwn(colorSchemes, value) ? value : defaultColorScheme}
      onChange={onChange}
    />
  )
}
