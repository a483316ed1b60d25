import { Menu } from '@mantine/core'
import { IconCopy, IconListDetails, IconTable } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { copyText } from '#web/ui/copy-button.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { previewRows } from './schema-acts.ts'

/** Pixels in the window. */
export interface MenuPlace {
  x: number
  y: number
}

interface TreeMenuProps {
  at: MenuPlace
  /** as it is copied */
  name: string
  /** null: not allowed */
  onPreview: (() => void) | null
  onDescribe(): void
  onClose(): void
}

/** The menu of a table or column; a column's table is previewed and described. */
export function TreeMenu({ at, name, onPreview, onDescribe, onClose }: TreeMenuProps) {
  useFocusReturn()
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      shadow="md"
      returnFocus={false}
      // not the key that opens it
      clickOutsideEvents={['mousedown', 'touchstart']}
      trapFocus
      withInitialFocusPlaceholder={false}
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown>
        {onPreview && (
          <Menu.Item leftSection={<IconTable size={16} aria-hidden="true" />} onClick={onPreview}>
            {t('Preview {count} rows', { count: previewRows })}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconListDetails size={16} aria-hidden="true" />} onClick={onDescribe}>
          {t('Describe')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy(name)}>
          {t('Copy name')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function copy(name: string): Promise<void> {
  if ((await copyText(name)) === 'copied') notify.success(t('Copied!'))
  else notify.error(t('Copy failed'))
}
