import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { favoriteQuery, unfavoriteQuery } from '#shared/queries/query-life-api.ts'
import { call } from '#web/api/call.ts'
import { StarButton } from './star-button.tsx'

interface QueryStarProps {
  query: { id: number; name: string; is_favorite?: boolean | undefined }
  size?: number
}

/** The star of a query. Lists that are shown are read anew, so that each says the same. */
export function QueryStar({ query, size }: QueryStarProps) {
  const client = useQueryClient()
  // pages that work on a copy of the query do not read it anew
  const [stored, setStored] = useState<{ of: boolean; now: boolean } | null>(null)
  const given = query.is_favorite ?? false
  if (stored !== null && stored.of !== given) setStored(null)
  const isFavorite = stored?.now ?? given

  const change = async (starred: boolean) => {
    await call(starred ? favoriteQuery : unfavoriteQuery, { params: { id: query.id } })
    setStored({ of: given, now: starred })
    await client.invalidateQueries({ queryKey: ['queries'] })
  }
  return (
    <StarButton
      name={query.name}
      isFavorite={isFavorite}
      onChange={change}
      {...(size === undefined ? {} : { size })}
    />
  )
}
