import { Drawer, Switch } from '@mantine/core'
import { IconActivity, IconHelp, IconLogout, IconPlus, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { useNewDashboard } from '#web/dashboards/list/new-dashboard.tsx'
import { openHelp } from '#web/help/help-state.ts'
import { switchDesktopNotifications } from '#web/results/desktop-notification.ts'
import { notificationWords, useDesktopNotifications } from '#web/results/use-desktop-notifications.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useCurrentUser } from '../session/use-session.ts'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { useHasPage } from '../ui/use-in-app-links.ts'
import classes from './mobile-header.module.css'
import { createItems, mainItems, mayOpenStatus, settingsItem, statusPage } from './nav-items.tsx'
import { VersionInfo } from './version-info.tsx'

interface MobileDrawerProps {
  opened: boolean
  onClose: () => void
}

/** The navigation of narrow screens. */
export default function MobileDrawer({ opened, onClose }: MobileDrawerProps) {
  useFocusReturn(opened)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('Menu')}
      size={300}
      closeButtonProps={{ 'aria-label': t('Close the menu') }}
    >
      <MobileMenu onClose={onClose} />
    </Drawer>
  )
}

function MobileMenu({ onClose }: Omit<MobileDrawerProps, 'opened'>) {
  const user = useCurrentUser()
  const hasPage = useHasPage()
  const { pathname } = useLocation()
  const settings = settingsItem(user)
  const places = mainItems(user, hasPage)
  if (settings !== null) places.push(settings)
  const closeAnd = (act: () => void) => () => {
    onClose()
    act()
  }
  // another page closes the drawer by itself, but not the page that is open already
  const leadTo = (to: string) => ({ to, onClick: () => pathname === to && onClose() })
  return (
    <nav className={classes.menu} aria-label={t('Main')}>
      {createItems(user, hasPage, useNewDashboard()).map((item) => {
        const content = (
          <>
            <IconPlus size={20} stroke={1.75} aria-hidden="true" />
            {item.label}
          </>
        )
        return 'to' in item ? (
          <Link key={item.label} {...leadTo(item.to)} className={classes.item}>
            {content}
          </Link>
        ) : (
          <button key={item.label} type="button" className={classes.item} onClick={closeAnd(item.run)}>
            {content}
          </button>
        )
      })}
      {places.map(({ label, to, icon: PlaceIcon, isActive }) => (
        <Link
          key={label}
          {...leadTo(to)}
          className={classes.item}
          data-active={isActive(pathname) || undefined}
          aria-current={isActive(pathname) ? 'page' : undefined}
        >
          <PlaceIcon size={20} stroke={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <Link {...leadTo('/users/me')} className={classes.item}>
        <IconUser size={20} stroke={1.75} aria-hidden="true" />
        {t('Edit Profile')}
      </Link>
      {mayOpenStatus(user, hasPage) && (
        <Link {...leadTo(statusPage)} className={classes.item}>
          <IconActivity size={20} stroke={1.75} aria-hidden="true" />
          {t('System Status')}
        </Link>
      )}
      <button type="button" className={classes.item} onClick={closeAnd(() => openHelp())}>
        <IconHelp size={20} stroke={1.75} aria-hidden="true" />
        {t('Help')}
      </button>
      <a href="/logout" className={classes.item}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        {t('Log out')}
      </a>
      <div className={classes.theme}>
        <ThemeSwitch />
      </div>
      <div className={classes.theme}>
        <NotificationsSwitch />
      </div>
      <div className={classes.version}>
        <VersionInfo />
      </div>
    </nav>
  )
}

/** Desktop notifications about finished runs, as a control of a form. */
function NotificationsSwitch() {
  const state = useDesktopNotifications()
  const why = notificationWords.why(state)
  return (
    <Switch
      label={notificationWords.label}
      description={why}
      disabled={why !== null}
      checked={state === 'on'}
      onChange={({ currentTarget }) => void switchDesktopNotifications(currentTarget.checked)}
    />
  )
}
