import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { themeChoices } from './theme-choices.ts'

/** Choice of the theme as radio items of a menu. */
export function ThemeMenuItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return themeChoices.map(({ value, label, icon: ChoiceIcon }) => (
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
  ))
}
