import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { favoriteDashboard, unfavoriteDashboard } from '#shared/dashboards/dashboards-api.ts'
import { favoriteQuery, unfavoriteQuery } from '#shared/queries/query-life-api.ts'
import { call } from '#web/api/call.ts'
import { StarButton } from './star-button.tsx'

/** The endpoints of each kind, and the prefix of the keys of its lists. */
const kinds = {
  query: { add: favoriteQuery, remove: unfavoriteQuery, lists: 'queries' },
  dashboard: { add: favoriteDashboard, remove: unfavoriteDashboard, lists: 'dashboards' },
} as const

export type Starred = keyof typeof kinds

interface FavoriteStarProps {
  kind: Starred
  item: { id: number; name: string; is_favorite?: boolean | undefined }
  size?: number
}

/** The star of a query or a dashboard. Visible lists are refetched, so that all show the same state. */
export function FavoriteStar({ kind, item, size }: FavoriteStarProps) {
  const client = useQueryClient()
  // pages that work on a copy of the item do not refetch it
  const [stored, setStored] = useState<{ of: boolean; now: boolean } | null>(null)
  const given = item.is_favorite ?? false
  if (stored !== null && stored.of !== given) setStored(null)
  const isFavorite = stored?.now ?? given

  const change = async (starred: boolean) => {
    const { add, remove, lists } = kinds[kind]
    await call(starred ? add : remove, { params: { id: item.id } })
    setStored({ of: given, now: starred })
    await client.invalidateQueries({ queryKey: [lists] })
  }
  return (
    <StarButton
      name={item.name}
      isFavorite={isFavorite}
      onChange={change}
      {...(size === undefined ? {} : { size })}
    />
  )
}
