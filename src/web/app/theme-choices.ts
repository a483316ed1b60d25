import type { MantineColorScheme } from '@mantine/core'
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

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
