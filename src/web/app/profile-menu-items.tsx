import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconActivity, IconHistory, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { switchDesktopNotifications } from '#web/results/desktop-notification.ts'
import { notificationWords, useDesktopNotifications } from '#web/results/use-desktop-notifications.ts'
import { holds, useCurrentUser } from '../session/use-session.ts'
import { themeChoices } from '../ui/theme-choices.ts'
import { useHasPage } from '../ui/use-in-app-links.ts'
import { mayOpenStatus, statusPage } from './nav-items.tsx'
import { VersionInfo } from './version-info.tsx'

/** Profile, system status, theme, notifications, log out, version. */
export function ProfileMenuItems() {
  const user = useCurrentUser()
  const hasPage = useHasPage()
  return (
    <>
      <Menu.Label>{user.email}</Menu.Label>
      <Menu.Item component={Link} to="/users/me" leftSection={<IconUser size={16} />}>
        {t('Profile')}
      </Menu.Item>
      {holds(user, 'view_query') && hasPage('/queries/runs') && (
        <Menu.Item component={Link} to="/queries/runs" leftSection={<IconHistory size={16} />}>
          {t('My Runs')}
        </Menu.Item>
      )}
      {mayOpenStatus(user, hasPage) && (
        <Menu.Item component={Link} to={statusPage} leftSection={<IconActivity size={16} />}>
          {t('System Status')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{t('Theme')}</Menu.Label>
      <ThemeMenuItems />
      <Menu.Divider />
      <NotificationsItem />
      <Menu.Divider />
      <Menu.Item component="a" href="/logout" leftSection={<IconLogout size={16} />}>
        {t('Log out')}
      </Menu.Item>
      <Menu.Label>
        <VersionInfo />
      </Menu.Label>
    </>
  )
}

function NotificationsItem() {
  const state = useDesktopNotifications()
  const why = notificationWords.why(state)
  return (
    <>
      <Menu.CheckboxItem
        checked={state === 'on'}
        disabled={why !== null}
        closeMenuOnClick={false}
        onChange={(isOn) => void switchDesktopNotifications(isOn)}
      >
        {notificationWords.label}
      </Menu.CheckboxItem>
      {why !== null && <Menu.Label fw={400}>{why}</Menu.Label>}
    </>
  )
}

/** The theme as radio items of a menu, which stays open. */
function ThemeMenuItems() {
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
