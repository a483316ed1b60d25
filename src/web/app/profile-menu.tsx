import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Avatar } from '#web/ui/avatar.tsx'
import classes from './navbar.module.css'
import { ThemeMenuItems } from './theme-menu-items.tsx'
import { useClientConfig, useCurrentUser } from './use-session.ts'

/** Profile, theme, log out, version. */
export function ProfileMenu({ folded }: { folded: boolean }) {
  const user = useCurrentUser()
  const { version } = useClientConfig()
  return (
    <Menu position="right-end" width={240} offset={8} withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <Tooltip label={user.name} position="right" disabled={!folded}>
          <UnstyledButton className={classes.item} aria-label={folded ? `Profile: ${user.name}` : undefined}>
            <Avatar name={user.name} />
            <span className={classes.label}>{user.name}</span>
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item component={Link} to="/users/me" leftSection={<IconUser size={16} />}>
          Profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <ThemeMenuItems />
        <Menu.Divider />
        <Menu.Item component="a" href="/logout" leftSection={<IconLogout size={16} />}>
          Log out
        </Menu.Item>
        {version !== undefined && <Menu.Label>Version: {version}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
