import { type MantineColorScheme, Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { type Icon, IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

export interface ThemeChoice {
  value: MantineColorScheme
  label: string
  icon: Icon
}

export const themeChoices: readonly ThemeChoice[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
]

/** Choice of the theme: as radio items of a menu, or as a control of a form. */
export function ThemeSwitch({ mode }: { mode: 'menu' | 'form' }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (mode === 'form') {
    return (
      <SegmentedControl
        aria-label="Theme"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        data={themeChoices.map(({ value, label }) => ({ value, label }))}
      />
    )
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      {themeChoices.map(({ value, label, icon: ChoiceIcon }) => (
        <Menu.Item
          key={value}
          role="menuitemradio"
          aria-checked={colorScheme === value}
          closeMenuOnClick={false}
          leftSection={<ChoiceIcon size={16} />}
          rightSection={colorScheme === value ? <IconCheck size={16} /> : null}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  )
}
