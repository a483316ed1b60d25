import { ActionIcon, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { notify } from '#web/ui/toast.tsx'
import classes from './star-button.module.css'

interface StarButtonProps {
  /** of the starred object, for assistive technology */
  name: string
  isFavorite: boolean
  size?: number
  /** stores the change; if it throws, the error is shown and the star flips back */
  onChange: (starred: boolean) => Promise<void>
}

/** The favorite star: flips at once, and flips back if the server refuses. */
export function StarButton({ name, isFavorite, size = 18, onChange }: StarButtonProps) {
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
