import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconHelp,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { SessionUser } from '#shared/session/session-api.ts'
import { useNewDashboard } from '#web/dashboards/list/new-dashboard.tsx'
import { openHelp } from '#web/help/help-state.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { OpeningMenu } from '#web/ui/opening.tsx'
import { useCurrentUser } from '../session/use-session.ts'
import { SextantMark } from '../ui/brand/sextant-mark.tsx'
import { readLocalOption, writeLocalOption } from '../ui/local-options.ts'
import { useHasPage } from '../ui/use-in-app-links.ts'
import { createItems, mainItems, type NavItem, settingsItem } from './nav-items.tsx'
import classes from './navbar.module.css'
import { modKey } from './shortcuts.ts'
import { useNewVersionNotice } from './version-info.tsx'

interface NavbarProps {
  onSearch: () => void
}

/** The navbar at the left of wide screens; folds to icons and remembers it. */
export function Navbar({ onSearch }: NavbarProps) {
  const [folded, setFolded] = useState(() => readLocalOption('navbar') === 'folded')
  const user = useCurrentUser()
  const settings = settingsItem(user)
  const hasPage = useHasPage()

  const fold = (next: boolean) => {
    setFolded(next)
    writeLocalOption('navbar', next ? 'folded' : 'open')
  }

  return (
    <nav className={classes.navbar} data-folded={folded || undefined} aria-label={t('Main')}>
      <div className={classes.head}>
        <Link to="/" className={classes.brand} aria-label={t('Sextant, home page')}>
          <SextantMark size={26} />
          <span className={classes.label}>Sextant</span>
        </Link>
      </div>
      <div className={classes.nav}>
        <CreateMenu user={user} folded={folded} />
        <NavButton
          label={t('Search')}
          hint={`${modKey} K`}
          icon={<IconSearch size={20} stroke={1.75} />}
          folded={folded}
          onClick={onSearch}
        />
        <div className={classes.gap} />
        {mainItems(user, hasPage).map((item) => (
          <NavPlace key={item.to} item={item} folded={folded} />
        ))}
      </div>
      <div className={classes.foot}>
        <NavButton
          label={t('Help')}
          icon={<IconHelp size={20} stroke={1.75} />}
          folded={folded}
          onClick={() => openHelp()}
        />
        {settings !== null && <NavPlace item={settings} folded={folded} />}
        <ProfileMenu folded={folded} />
        <NavButton
          label={folded ? t('Expand the navigation') : t('Collapse')}
          icon={
            folded ? (
              <IconLayoutSidebarLeftExpand size={20} stroke={1.75} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={20} stroke={1.75} />
            )
          }
          folded={folded}
          expanded={!folded}
          onClick={() => fold(!folded)}
        />
      </div>
    </nav>
  )
}

function CreateMenu({ user, folded }: { user: SessionUser; folded: boolean }) {
  const items = createItems(user, useHasPage(), useNewDashboard())
  if (items.length === 0) return null
  return (
    <Menu position="right-start" width={200} offset={8} withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <NavButton label={t('Create')} icon={<IconPlus size={20} stroke={1.75} />} folded={folded} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) =>
          'to' in item ? (
            <Menu.Item key={item.label} component={Link} to={item.to}>
              {item.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={item.label} onClick={item.run}>
              {item.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function NavPlace({ item, folded }: { item: NavItem; folded: boolean }) {
  const { pathname } = useLocation()
  const active = item.isActive(pathname)
  const ItemIcon = item.icon
  const place = (
    <Link
      to={item.to}
      className={classes.item}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      aria-label={folded ? item.label : undefined}
    >
      <ItemIcon size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.label}>{item.label}</span>
    </Link>
  )
  return folded ? named(item.label, place) : place
}

/** Tooltips slow down the opening of a page, so only items without a label have one. */
function named(label: string, place: ReactElement, disabled = false) {
  return (
    <Tooltip label={label} position="right" disabled={disabled}>
      {place}
    </Tooltip>
  )
}

interface NavButtonProps {
  label: string
  icon: ReactNode
  folded: boolean
  hint?: string
  expanded?: boolean
  onClick?: () => void
}

/** Forwards the props of Menu.Target (ref, aria attributes, handlers). */
function NavButton({ label, icon, folded, hint, expanded, ...others }: NavButtonProps) {
  const button = (
    <UnstyledButton
      aria-expanded={expanded}
      {...others}
      className={classes.item}
      aria-label={folded ? label : undefined}
    >
      {icon}
      <span className={classes.label}>{label}</span>
      {hint !== undefined && <span className={classes.hint} data-hint={hint} />}
    </UnstyledButton>
  )
  // the folding button must stay the same element, or it would lose the focus
  return folded || expanded !== undefined ? named(label, button, !folded) : button
}

const loadItems = () =>
  import('./profile-menu-items.tsx').then((module) => ({ default: module.ProfileMenuItems }))
const ProfileMenuItems = lazy(loadItems)
/** Preloads on hover, so that the menu opens at once; a failure shows on opening. */
const preload = () => void loadItems().catch(() => undefined)

/** Everything about the user rather than about their work. */
function ProfileMenu({ folded }: { folded: boolean }) {
  const user = useCurrentUser()
  const isOutdated = useNewVersionNotice()
  return (
    <Menu position="right-end" width={260} offset={8} withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <Tooltip label={user.name} position="right" disabled={!folded}>
          <UnstyledButton
            className={classes.item}
            aria-label={folded ? t('Profile: {name}', { name: user.name }) : undefined}
            onPointerEnter={preload}
            onFocus={preload}
          >
            <span className={classes.avatar} data-marked={isOutdated || undefined}>
              <Avatar name={user.name} />
            </span>
            <span className={classes.label}>{user.name}</span>
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <OpeningMenu>
          <ProfileMenuItems />
        </OpeningMenu>
      </Menu.Dropdown>
    </Menu>
  )
}
