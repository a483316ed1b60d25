import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconEyeCheck, IconEyeOff } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'

export interface StateChange {
  is_draft?: boolean
  is_archived?: boolean
}

interface StateItemsProps {
  isDraft: boolean
  rights: { mayPublish: boolean; mayArchive: boolean; mayUnarchive: boolean }
  save(change: StateChange): unknown
  onArchive(): void
}

/** Publish or unpublish, archive or unarchive: menu items of a query or a dashboard. */
export function StateItems({ isDraft, rights, save, onArchive }: StateItemsProps) {
  return (
    <>
      {rights.mayPublish && (
        <Menu.Item
          leftSection={isDraft ? <IconEyeCheck size={16} /> : <IconEyeOff size={16} />}
          onClick={() => void save({ is_draft: !isDraft })}
        >
          {isDraft ? t('Publish') : t('Unpublish')}
        </Menu.Item>
      )}
      {rights.mayArchive && (
        <Menu.Item leftSection={<IconArchive size={16} />} onClick={onArchive}>
          {t('Archive')}
        </Menu.Item>
      )}
      {rights.mayUnarchive && (
        <Menu.Item
          leftSection={<IconArchiveOff size={16} />}
          onClick={() => void save({ is_archived: false })}
        >
          {t('Unarchive')}
        </Menu.Item>
      )}
    </>
  )
}
