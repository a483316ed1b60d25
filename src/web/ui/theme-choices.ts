import type { MantineColorScheme } from '@mantine/core'
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'

export interface ThemeChoice {
  value: MantineColorScheme
  label: string
  icon: Icon
}

export const themeChoices: readonly ThemeChoice[] = [
  { value: 'light', label: t('Light'), icon: IconSun },
  { value: 'dark', label: t('Dark'), icon: IconMoon },
  { value: 'auto', label: t('System'), icon: IconDeviceDesktop },
]
