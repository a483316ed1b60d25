import type { MantineColorScheme } from '@mantine/core'
import {
  IconCode,
  IconDatabase,
  IconHome,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SessionUser } from '#shared/session/session-api.ts'
import { createItems, mainItems } from './nav-items.tsx'
import { settingsTabsFor } from './settings-tabs.ts'
import { themeChoices } from './theme-choices.ts'
import { holds } from './use-session.ts'

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
}

const size = 18

/** The commands that are always there, as far as the user may use them. */
export function commandsFor(user: SessionUser, { go, setTheme, showShortcuts }: PaletteActs): PaletteGroup[] {
  const create: PaletteCommand[] = createItems(user).map((item) => ({
    id: `create:${item.to}`,
    label: item.label,
    icon: <IconPlus size={size} />,
    run: () => go(item.to),
  }))
  if (holds(user, 'admin')) {
    create.push({
      id: 'create:data-source',
      label: 'New Data Source',
      icon: <IconPlus size={size} />,
      run: () => go('/data_sources/new'),
    })
  }
  const places: PaletteCommand[] = [
    { id: 'go:home', label: 'Home', icon: <IconHome size={size} />, run: () => go('/') },
    ...mainItems(user).map((item) => ({
      id: `go:${item.to}`,
      label: item.label,
      icon: <item.icon size={size} />,
      run: () => go(item.to),
    })),
    ...settingsTabsFor(user).map((tab) => ({
      id: `go:${tab.to}`,
      label: tab.label,
      description: 'Settings',
      icon: <IconSettings size={size} />,
      run: () => go(tab.to),
    })),
  ]
  const others: PaletteCommand[] = [
    ...themeChoices.map((choice) => ({
      id: `theme:${choice.value}`,
      label: `Theme: ${choice.label}`,
      icon: <choice.icon size={size} />,
      run: () => setTheme(choice.value),
    })),
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: <IconKeyboard size={size} />,
      run: showShortcuts,
    },
    {
      id: 'logout',
      label: 'Log out',
      icon: <IconLogout size={size} />,
      run: () => window.location.assign('/logout'),
    },
  ]
  return [
    { title: 'Create', commands: create },
    { title: 'Go to', commands: places },
    { title: 'More', commands: others },
  ]
}

/** Keeps the commands whose label holds every typed word. */
export function matchCommands(groups: PaletteGroup[], text: string): PaletteGroup[] {
  const matching = groups.map((group) => ({
    ...group,
    commands: group.commands.filter((command) => hasWords(command.label, text)),
  }))
  return matching.filter((group) => group.commands.length > 0)
}

/**
 * Adds queries (already searched by the server) and data sources (searched here). They come last while searching, so
 * that the first match does not change under the finger when the server answers; without a text only the newest.
 */
export function withFound(
  groups: PaletteGroup[],
  queries: readonly { id: number; name: string }[],
  sources: readonly { id: number; name: string }[],
  text: string,
  go: (href: string) => void,
): PaletteGroup[] {
  const searching = text.trim() !== ''
  const queryCommands = queries.slice(0, searching ? queries.length : 5).map((query) => ({
    id: `query:${query.id}`,
    label: query.name,
    icon: <IconCode size={size} />,
    run: () => go(`/queries/${query.id}`),
  }))
  const sourceCommands = searching
    ? sources
        .filter((source) => hasWords(source.name, text))
        .map((source) => ({
          id: `data-source:${source.id}`,
          label: source.name,
          icon: <IconDatabase size={size} />,
          run: () => go(`/data_sources/${source.id}`),
        }))
    : []
  const found = [
    { title: searching ? 'Queries' : 'Newest queries', commands: queryCommands },
    { title: 'Data sources', commands: sourceCommands },
  ].filter((group) => group.commands.length > 0)
  return searching ? [...groups, ...found] : [...groups.slice(0, 1), ...found, ...groups.slice(1)]
}

/** True when every word of the text is part of the label. */
export function hasWords(label: string, text: string): boolean {
  const own = label.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => own.includes(word))
}
