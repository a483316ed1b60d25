import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { themeChoices } from '../ui/theme-choices.ts'

/** The theme as radio items of a menu, which stays open. */
export function ThemeMenuItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {themeChoices.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
