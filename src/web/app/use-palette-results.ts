import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listDataSources } from '#shared/data-sources/data-sources-api.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import type { SessionUser } from '#shared/session/session-api.ts'
import { call } from '#web/api/call.ts'
import {
  commandsFor,
  hasWords,
  matchCommands,
  type PaletteActs,
  type PaletteGroup,
  withFound,
} from './palette-commands.tsx'
import { holds } from './use-session.ts'

const searchDelay = 200
const queriesShown = 8

/** What matches the text: commands and data sources at once, queries from the server 200 ms after the last key. */
export function usePaletteResults(
  text: string,
  user: SessionUser,
  acts: PaletteActs,
): { groups: PaletteGroup[]; searching: boolean } {
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, searchDelay)
  const queries = useQuery({
    queryKey: ['queries', 'palette', asked],
    queryFn: ({ signal }) =>
      call(listQueries, {
        query: { page_size: String(queriesShown), ...(asked === '' ? {} : { q: asked }) },
        signal,
      }),
    enabled: holds(user, 'view_query'),
    placeholderData: keepPreviousData,
  })
  const sources = useQuery({
    queryKey: ['data-sources'],
    queryFn: ({ signal }) => call(listDataSources, { signal }),
    enabled: holds(user, 'admin'),
  })
  const fresh = asked === wanted && !queries.isPlaceholderData
  // until the answer to this text is here, only those of the last answer that plainly match
  const found = (queries.data?.results ?? []).filter((query) => fresh || hasWords(query.name, wanted))
  const fixed = matchCommands(commandsFor(user, acts), wanted)
  return {
    groups: withFound(fixed, found, sources.data ?? [], wanted, acts.go),
    searching: !fresh || queries.isFetching,
  }
}
