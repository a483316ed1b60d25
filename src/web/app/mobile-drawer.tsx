import { Drawer } from '@mantine/core'
import { IconHelp, IconLogout, IconPlus, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useNewDashboard } from '#web/dashboards-list/new-dashboard.tsx'
import classes from './mobile-header.module.css'
import { createItems, mainItems, settingsItem } from './nav-items.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useClientConfig, useCurrentUser } from './use-session.ts'

interface MobileDrawerProps {
  opened: boolean
  onClose: () => void
  onShortcuts: () => void
}

/** The navigation of narrow screens. */
export default function MobileDrawer({ opened, onClose, onShortcuts }: MobileDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Menu"
      size={300}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      <MobileMenu onClose={onClose} onShortcuts={onShortcuts} />
    </Drawer>
  )
}

function MobileMenu({ onClose, onShortcuts }: Omit<MobileDrawerProps, 'opened'>) {
  const user = useCurrentUser()
  const { version } = useClientConfig()
  const { pathname } = useLocation()
  const settings = settingsItem(user)
  const places = settings === null ? mainItems(user) : [...mainItems(user), settings]
  const closeAnd = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <nav className={classes.menu} aria-label="Main">
      {createItems(user, useNewDashboard()).map((item) => {
        const content = (
          <>
            <IconPlus size={20} stroke={1.75} aria-hidden="true" />
            {item.label}
          </>
        )
        return 'to' in item ? (
          <Link key={item.label} to={item.to} className={classes.item}>
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
          to={to}
          className={classes.item}
          data-active={isActive(pathname) || undefined}
          aria-current={isActive(pathname) ? 'page' : undefined}
        >
          <PlaceIcon size={20} stroke={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <Link to="/users/me" className={classes.item}>
        <IconUser size={20} stroke={1.75} aria-hidden="true" />
        Edit Profile
      </Link>
      <button type="button" className={classes.item} onClick={closeAnd(onShortcuts)}>
        <IconHelp size={20} stroke={1.75} aria-hidden="true" />
        Help
      </button>
      <a href="/logout" className={classes.item}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        Log out
      </a>
      <div className={classes.theme}>
        <ThemeSwitch />
      </div>
      {version !== undefined && <p className={classes.version}>Version: {version}</p>}
    </nav>
  )
}
