import { Button, Menu, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff, IconDots, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import { noEditRights } from './alert-words.ts'
import type { useAlertActs } from './use-alert-acts.ts'

interface AlertActionsProps {
  alert: Alert
  acts: ReturnType<typeof useAlertActs>
}

/** Edit and the rarer actions; users without permission see the reason. */
export function AlertActions({ alert, acts }: AlertActionsProps) {
  return (
    <>
      <EditButton alert={alert} />
      {alert.can_edit && <MoreMenu alert={alert} acts={acts} />}
    </>
  )
}

function EditButton({ alert: { id, can_edit } }: { alert: Alert }) {
  if (can_edit) {
    return (
      <Button
        component={Link}
        to={`/alerts/${id}/edit`}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {t('Edit')}
      </Button>
    )
  }
  return (
    <Tooltip label={noEditRights}>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} />}
        data-disabled
        aria-disabled
        aria-description={noEditRights}
      >
        {t('Edit')}
      </Button>
    </Tooltip>
  )
}

function MoreMenu({ alert, acts }: AlertActionsProps) {
  const isMuted = alert.options['muted'] === true
  return (
    <IconMenu
      label={t('More actions')}
      icon={<IconDots size={16} />}
      variant="default"
      size={36}
      loading={acts.isBusy}
      isInPlace
    >
      <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => void acts.evaluate()}>
        {t('Evaluate')}
      </Menu.Item>
      {isMuted ? (
        <Menu.Item leftSection={<IconBell size={16} />} onClick={() => void acts.unmute()}>
          {t('Unmute Notifications')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconBellOff size={16} />} onClick={() => void acts.mute()}>
          {t('Mute Notifications')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void acts.remove()}>
        {t('Delete')}
      </Menu.Item>
    </IconMenu>
  )
}
