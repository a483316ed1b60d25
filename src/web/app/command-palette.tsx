import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listDataSources } from '#shared/data-sources/data-sources-api.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import type { SessionUser } from '#shared/session/session-api.ts'
import { call } from '#web/api/call.ts'
import { commandsFor, matchCommands, type PaletteGroup, withFound } from './palette-commands.tsx'
import { holds, useCurrentUser } from './use-session.ts'

const [store, spotlight] = createSpotlight()
const searchDelay = 200
const queriesShown = 8

interface CommandPaletteProps {
  opened: boolean
  onClose: () => void
  onShortcuts: () => void
}

/** mod+k: go to a query, a data source, a setting; create; switch the theme. */
export default function CommandPalette({ opened, onClose, onShortcuts }: CommandPaletteProps) {
  const [text, setText] = useState('')
  const user = useCurrentUser()
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const { groups, searching } = useFound(text, opened, user, {
    go: (href) => router.history.push(href),
    setTheme: setColorScheme,
    showShortcuts: onShortcuts,
  })

  useEffect(() => {
    if (opened) spotlight.open()
    else spotlight.close()
  }, [opened])

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      aria-label="Command palette"
    >
      <Spotlight.Search
        placeholder="Search queries, data sources, settings…"
        aria-label="Search queries, data sources, settings"
        leftSection={<IconSearch size={20} stroke={1.75} />}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.title} label={group.title}>
            {group.commands.map((command) => (
              <Spotlight.Action
                key={command.id}
                label={command.label}
                description={command.description}
                leftSection={command.icon}
                onClick={command.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>{searching ? 'Searching…' : "Sorry, we couldn't find anything."}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** What matches: fixed commands at once, queries from the server 200 ms after the last key. */
function useFound(
  text: string,
  opened: boolean,
  user: SessionUser,
  acts: Parameters<typeof commandsFor>[1],
): { groups: PaletteGroup[]; searching: boolean } {
  const [asked] = useDebouncedValue(text.trim(), searchDelay)
  const queries = useQuery({
    queryKey: ['palette', 'queries', asked],
    queryFn: ({ signal }) =>
      call(listQueries, {
        query: { page_size: String(queriesShown), ...(asked === '' ? {} : { q: asked }) },
        signal,
      }),
    enabled: opened && holds(user, 'view_query'),
    placeholderData: keepPreviousData,
  })
  const sources = useQuery({
    queryKey: ['data-sources'],
    queryFn: ({ signal }) => call(listDataSources, { signal }),
    enabled: opened && holds(user, 'admin'),
  })
  const fixed = matchCommands(commandsFor(user, acts), text)
  const groups = withFound(fixed, queries.data?.results ?? [], sources.data ?? [], text, acts.go)
  return { groups, searching: queries.isFetching || asked !== text.trim() }
}
