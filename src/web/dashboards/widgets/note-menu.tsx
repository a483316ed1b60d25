import { Menu } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { MoveItems, RemoveItem, WidgetMenu } from './widget-menu.tsx'
import type { DashboardWidgetProps } from './widget-props.ts'

export interface NoteMenuProps
  extends Pick<DashboardWidgetProps, 'onEditTextbox' | 'onRemove' | 'otherTabs' | 'onMoveToTab'> {
  widget: Widget
  name: string
}

/** The menu of widgets without a visualization. */
export function NoteMenu(props: NoteMenuProps) {
  const { widget, name, onEditTextbox, onRemove, onMoveToTab } = props
  return (
    <WidgetMenu of={name}>
      {onEditTextbox !== undefined && (
        <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => onEditTextbox(widget)}>
          {t('Edit')}
        </Menu.Item>
      )}
      <MoveItems tabs={props.otherTabs} onMove={onMoveToTab && ((tab) => onMoveToTab(widget, tab))} />
      {onRemove !== undefined && (
        <>
          {onEditTextbox !== undefined && <Menu.Divider />}
          <RemoveItem onRemove={() => void remove(widget, onRemove)} />
        </>
      )}
    </WidgetMenu>
  )
}

/** Asks only about what cannot be brought back: a widget whose query the user may not see. */
async function remove(widget: Widget, onRemove: (widget: Widget) => void): Promise<void> {
  const asks = widget.restricted === true
  const isSure =
    !asks ||
    (await confirm({
      title: t('Delete Widget'),
      message: t('You may not see what this widget shows, so you cannot bring it back. Remove it anyway?'),
      confirmLabel: t('Delete'),
      danger: true,
    }))
  if (isSure) onRemove(widget)
}
