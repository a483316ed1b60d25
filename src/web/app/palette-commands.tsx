import type { MantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconActivity,
  IconBell,
  IconCode,
  IconDatabase,
  IconHelp,
  IconHistory,
  IconHome,
  IconKeyboard,
  IconLayoutDashboard,
  IconListDetails,
  IconLogout,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import { t } from '#shared/messages/translate.ts'
import type { SessionUser } from '#shared/session/session-api.ts'
import { openHelp } from '#web/help/help-state.ts'
import { holds } from '../session/use-session.ts'
import { themeChoices } from '../ui/theme-choices.ts'
import type { HasPage } from '../ui/use-in-app-links.ts'
import { createItems, mainItems, mayOpenStatus, statusPage } from './nav-items.tsx'
import { settingsTabsFor } from './settings-tabs.ts'

export interface PaletteCommand {
  id: string
  label: string
  description?: string
  icon: ReactNode
  run: () => void
}

export interface PaletteGroup {
  title: string
  commands: PaletteCommand[]
}

export interface PaletteActs {
  go: (href: string) => void
  setTheme: (theme: MantineColorScheme) => void
  showShortcuts: () => void
  /** null: not allowed */
  newDashboard: (() => void) | null
  hasPage: HasPage
}

const size = 18

/** The fixed commands that the user may use. */
export function commandsFor(user: SessionUser, acts: PaletteActs): PaletteGroup[] {
  const { go, setTheme, showShortcuts } = acts
  const create: PaletteCommand[] = createItems(user, acts.hasPage, acts.newDashboard).map((item) => ({
    id: `create:${item.label}`,
    label: item.label,
    icon: <IconPlus size={size} />,
    run: 'to' in item ? () => go(item.to) : item.run,
  }))
  if (holds(user, 'admin')) {
    create.push({
      id: 'create:data-source',
      label: t('New Data Source'),
      icon: <IconPlus size={size} />,
      run: () => go('/data_sources/new'),
    })
    create.push({
      id: 'create:user',
      label: t('New User'),
      icon: <IconPlus size={size} />,
      run: () => go('/users/new'),
    })
    create.push({
      id: 'create:destination',
      label: t('New Alert Destination'),
      icon: <IconPlus size={size} />,
      run: () => go('/destinations/new'),
    })
  }
  const places: PaletteCommand[] = [
    { id: 'go:home', label: t('Home'), icon: <IconHome size={size} />, run: () => go('/') },
    ...mainItems(user, acts.hasPage).map((item) => ({
      id: `go:${item.to}`,
      label: item.label,
      icon: <item.icon size={size} />,
      run: () => go(item.to),
    })),
    ...(holds(user, 'view_query') && acts.hasPage('/queries/runs')
      ? [
          {
            id: 'go:/queries/runs',
            label: t('My Runs'),
            icon: <IconHistory size={size} />,
            run: () => go('/queries/runs'),
          },
        ]
      : []),
    ...settingsTabsFor(user).map((tab) => ({
      id: `go:${tab.to}`,
      label: tab.label,
      description: t('Settings'),
      icon: <IconSettings size={size} />,
      run: () => go(tab.to),
    })),
  ]
  if (holds(user, 'admin')) {
    places.push({
      id: 'go:/destinations/deliveries',
      label: t('Delivery Log'),
      icon: <IconListDetails size={size} />,
      run: () => go('/destinations/deliveries'),
    })
  }
  if (mayOpenStatus(user, acts.hasPage)) {
    places.push({
      id: `go:${statusPage}`,
      label: t('System Status'),
      icon: <IconActivity size={size} />,
      run: () => go(statusPage),
    })
  }
  const others: PaletteCommand[] = [
    ...themeChoices.map((choice) => ({
      id: `theme:${choice.value}`,
      label: t('Theme: {label}', { label: choice.label }),
      icon: <choice.icon size={size} />,
      run: () => setTheme(choice.value),
    })),
    { id: 'help', label: t('Help'), icon: <IconHelp size={size} />, run: () => openHelp() },
    {
      id: 'shortcuts',
      label: t('Keyboard shortcuts'),
      icon: <IconKeyboard size={size} />,
      run: showShortcuts,
    },
    {
      id: 'logout',
      label: t('Log out'),
      icon: <IconLogout size={size} />,
      run: () => window.location.assign('/logout'),
    },
  ]
  return [
    { title: t('Create'), commands: create },
    { title: t('Go to'), commands: places },
    { title: t('More'), commands: others },
  ]
}

/** Keeps the commands whose label contains every typed word. */
export function matchCommands(groups: PaletteGroup[], text: string): PaletteGroup[] {
  const matching = groups.map((group) => ({
    ...group,
    commands: group.commands.filter((command) => hasWords(command.label, text)),
  }))
  return matching.filter((group) => group.commands.length > 0)
}

interface Named {
  id: number
  name: string
}

/** Matches found by the server and in the browser. */
export interface PaletteFound {
  dashboards: readonly Named[]
  queries: readonly Named[]
  alerts: readonly Named[]
  sources: readonly Named[]
  destinations: readonly Named[]
}

/**
 * Adds dashboards and queries (already searched by the server), alerts, data sources and destinations (searched here).
 * While searching they come last, so the first match does not change when the server answers. Without a text, only the
 * newest are added.
 */
export function withFound(
  groups: PaletteGroup[],
  { dashboards, queries, alerts, sources, destinations }: PaletteFound,
  text: string,
  go: (href: string) => void,
): PaletteGroup[] {
  const searching = text.trim() !== ''
  const commands = (
    kind: string,
    items: readonly Named[],
    ItemIcon: Icon,
    addressOf: (item: Named) => string,
  ): PaletteCommand[] =>
    items.slice(0, searching ? items.length : newestShown).map((item) => ({
      id: `${kind}:${item.id}`,
      label: item.name,
      icon: <ItemIcon size={size} />,
      run: () => go(addressOf(item)),
    }))
  const named = (items: readonly Named[]) =>
    searching ? items.filter(({ name }) => hasWords(name, text)).slice(0, maxNamed) : []
  const found = [
    {
      title: searching ? t('Dashboards') : t('Newest dashboards'),
      commands: commands(
        'dashboard',
        dashboards,
        IconLayoutDashboard,
        (dashboard) => `/dashboards/${dashboardKey(dashboard)}`,
      ),
    },
    {
      title: searching ? t('Queries') : t('Newest queries'),
      commands: commands('query', queries, IconCode, ({ id }) => `/queries/${id}`),
    },
    {
      title: t('Alerts'),
      commands: commands('alert', named(alerts), IconBell, ({ id }) => `/alerts/${id}`),
    },
    {
      title: t('Data sources'),
      commands: commands('data-source', named(sources), IconDatabase, ({ id }) => `/data_sources/${id}`),
    },
    {
      title: t('Alert Destinations'),
      commands: commands('destination', named(destinations), IconBell, ({ id }) => `/destinations/${id}`),
    },
  ].filter((group) => group.commands.length > 0)
  return searching ? [...groups, ...found] : [...groups.slice(0, 1), ...found, ...groups.slice(1)]
}

const newestShown = 5
/** the same limit as the server's for the others */
const maxNamed = 8

/** True when every word of the text is part of the label. */
export function hasWords(label: string, text: string): boolean {
  const own = label.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => own.includes(word))
}
