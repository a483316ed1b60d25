import { ActionIcon, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { favoriteDashboard, unfavoriteDashboard } from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { favoriteQuery, unfavoriteQuery } from '#shared/queries/query-life-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import classes from './favorite-star.module.css'

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

interface StarButtonProps {
  /** of the starred object, for assistive technology */
  name: string
  isFavorite: boolean
  size?: number
  /** stores the change; if it throws, the error is shown and the star flips back */
  onChange: (starred: boolean) => Promise<void>
}

/** The favorite star: flips at once, and flips back if the server refuses. */
function StarButton({ name, isFavorite, size = 18, onChange }: StarButtonProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const starred = wanted ?? isFavorite

  const toggle = async () => {
    if (wanted !== null) return
    setWanted(!starred)
    try {
      await onChange(!starred)
    } catch (error) {
      notify.error(messageOf(error, t('The favorite could not be saved.')))
    } finally {
      setWanted(null)
    }
  }

  return (
    <Tooltip label={starred ? t('Remove from favorites') : t('Add to favorites')} openDelay={400}>
      <ActionIcon
        variant="transparent"
        className={classes.star}
        data-starred={starred || undefined}
        aria-pressed={starred}
        aria-label={t('Favorite: {name}', { name })}
        size={size + 10}
        onClick={() => void toggle()}
      >
        {starred ? <IconStarFilled size={size} /> : <IconStar size={size} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  )
}
