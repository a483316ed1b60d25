import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listAlerts } from '#shared/alerts/alerts-api.ts'
import { listDashboards } from '#shared/dashboards/dashboards-api.ts'
import { listDataSources } from '#shared/data-sources/data-sources-api.ts'
import { listDestinations } from '#shared/destinations/destinations-api.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import type { SessionUser } from '#shared/session/session-api.ts'
import { call } from '#web/api/call.ts'
import { holds } from '../session/use-session.ts'
import {
  commandsFor,
  hasWords,
  matchCommands,
  type PaletteActs,
  type PaletteGroup,
  withFound,
} from './palette-commands.tsx'

const searchDelay = 200
const shown = 8

/** Matches for the text: commands and complete lists at once, the rest 200 ms after the last key. */
export function usePaletteResults(
  text: string,
  user: SessionUser,
  acts: PaletteActs,
): { groups: PaletteGroup[]; searching: boolean } {
  const wanted = text.trim()
  const [debounced] = useDebouncedValue(wanted, searchDelay)
  const queries = useSearch('queries', debounced, holds(user, 'view_query'), (query, signal) =>
    call(listQueries, { query, signal }),
  )
  const dashboards = useSearch('dashboards', debounced, holds(user, 'list_dashboards'), (query, signal) =>
    call(listDashboards, { query, signal }),
  )
  const sources = useQuery({
    queryKey: ['data-sources'],
    queryFn: ({ signal }) => call(listDataSources, { signal }),
    enabled: holds(user, 'admin'),
  })
  // the server sends all alerts in one answer: load them on the first key
  const alerts = useQuery({
    queryKey: ['alerts', 'list'],
    queryFn: ({ signal }) => call(listAlerts, { signal }),
    enabled: holds(user, 'list_alerts') && acts.hasPage('/alerts') && wanted !== '',
  })
  const destinations = useQuery({
    queryKey: ['destinations'],
    queryFn: ({ signal }) => call(listDestinations, { signal }),
    enabled: holds(user, 'admin'),
  })
  // until the answer to this text arrives, keep those of the previous answer that match it
  const found = ({ data, isPlaceholderData }: typeof queries | typeof dashboards) =>
    (data?.results ?? []).filter(
      ({ name }) => (debounced === wanted && !isPlaceholderData) || hasWords(name, wanted),
    )
  const fixed = matchCommands(commandsFor(user, acts), wanted)
  const all = {
    ...{ dashboards: found(dashboards), queries: found(queries) },
    ...{ alerts: alerts.data ?? [], sources: sources.data ?? [], destinations: destinations.data ?? [] },
  }
  return {
    groups: withFound(fixed, all, wanted, acts.go),
    searching: debounced !== wanted || queries.isFetching || dashboards.isFetching || alerts.isFetching,
  }
}

/** The first matches on the server, or the newest items. */
function useSearch<Item>(
  plural: 'queries' | 'dashboards',
  debounced: string,
  enabled: boolean,
  read: (query: { page_size: string; q?: string }, signal: AbortSignal) => Promise<{ results: Item[] }>,
) {
  return useQuery({
    queryKey: [plural, 'palette', debounced],
    queryFn: ({ signal }) =>
      read({ page_size: String(shown), ...(debounced === '' ? {} : { q: debounced }) }, signal),
    enabled,
    placeholderData: keepPreviousData,
  })
}
