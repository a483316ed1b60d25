import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '#shared/messages/translate.ts'
import { queryShortcuts, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { isMac } from './is-mac.ts'

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

/** `?fullscreen` in the address (docs/reference/screens.md#full-screen). Escape ends it. */
export function useFullscreen(): { isOn: boolean; toggle(): void } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isOn = 'fullscreen' in search
  const toggle = () => {
    const { fullscreen: _, ...rest } = search
    void navigate({
      to: '.',
      search: (isOn ? rest : { ...rest, fullscreen: '' }) as never,
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }
  const leave = useEffectEvent(toggle)
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !belongsElsewhere(event.target)) leave()
    }
    // in the capture phase, before a menu handles the key and closes: afterwards it could not be detected
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isOn])
  return { isOn, toggle }
}

/** True if Escape closes a dialog or menu, or cancels typing. */
function belongsElsewhere(target: EventTarget | null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')
  if ([...layers].some((layer) => layer.checkVisibility())) return true
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
