import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { queryShortcuts, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { isMac } from '#web/ui/is-mac.ts'

interface FullscreenButtonProps {
  isOn: boolean
  onToggle(): void
  /** width and height in pixels */
  size?: number
}

export function FullscreenButton({ isOn, onToggle, size = 26 }: FullscreenButtonProps) {
  const label = isOn ? t('Leave fullscreen') : t('Fullscreen')
  const Icon = isOn ? IconMinimize : IconMaximize
  return (
    <Tooltip label={`${label} (${shortcutLabel(queryShortcuts.fullscreen[0], isMac)})`}>
      <ActionIcon variant="default" size={size} aria-label={label} aria-pressed={isOn} onClick={onToggle}>
        <Icon size={size > 26 ? 16 : 14} />
      </ActionIcon>
    </Tooltip>
  )
}
