import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { t } from '#shared/messages/translate.ts'
import { IconMenu } from './icon-menu.tsx'

/** The menu of less common actions in the header of a page, beside its buttons. */
export function MoreMenu(props: Omit<ComponentProps<typeof IconMenu>, 'label' | 'icon'>) {
  return (
    <IconMenu
      label={t('More actions')}
      icon={<IconDots size={16} />}
      variant="default"
      size={30}
      isInPlace
      {...props}
    />
  )
}
