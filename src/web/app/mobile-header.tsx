import { ActionIcon, Burger, Drawer } from '@mantine/core'
import { IconHelp, IconLogout, IconPlus, IconSearch, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SextantMark } from './brand/sextant-mark.tsx'
import classes from './mobile-header.module.css'
import { createItems, mainItems, settingsItem } from './nav-items.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useClientConfig, useCurrentUser } from './use-session.ts'

interface MobileHeaderProps {
  onSearch: () => void
  onShortcuts: () => void
}

/** Narrow screens: a bar at the top, with the navigation in a drawer. */
export function MobileHeader({ onSearch, onShortcuts }: MobileHeaderProps) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()

  // the drawer closes whenever the page changes
  useEffect(() => {
    if (pathname !== '') setOpen(false)
  }, [pathname])

  return (
    <header className={classes.header}>
      <Burger
        opened={open}
        onClick={() => setOpen(!open)}
        size="sm"
        aria-label={open ? 'Close the menu' : 'Open the menu'}
        aria-expanded={open}
      />
      <Link to="/" className={classes.brand} aria-label="Sextant, home page">
        <SextantMark size={24} />
        <span>Sextant</span>
      </Link>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Search" onClick={onSearch}>
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
      <Drawer
        opened={open}
        onClose={() => setOpen(false)}
        title="Menu"
        size={300}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <MobileMenu
          onShortcuts={() => {
            setOpen(false)
            onShortcuts()
          }}
        />
      </Drawer>
    </header>
  )
}

function MobileMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useCurrentUser()
  const { version } = useClientConfig()
  const { pathname } = useLocation()
  const settings = settingsItem(user)
  const places = settings === null ? mainItems(user) : [...mainItems(user), settings]
  return (
    <nav className={classes.menu} aria-label="Main">
      {createItems(user).map((item) => (
        <Link key={item.to} to={item.to} className={classes.item}>
          <IconPlus size={20} stroke={1.75} aria-hidden="true" />
          {item.label}
        </Link>
      ))}
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
      <button type="button" className={classes.item} onClick={onShortcuts}>
        <IconHelp size={20} stroke={1.75} aria-hidden="true" />
        Help
      </button>
      <a href="/logout" className={classes.item}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        Log out
      </a>
      <div className={classes.theme}>
        <ThemeSwitch mode="form" />
      </div>
      {version !== undefined && <p className={classes.version}>Version: {version}</p>}
    </nav>
  )
}
