import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { themeChoices } from './theme-choices.ts'

/** The theme as a control of a form. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={t('Theme')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      data={themeChoices.map(({ value, label }) => ({ value, label }))}
    />
  )
}
