import { useNavigate, useSearch } from '@tanstack/react-router'

/** `?fullscreen` in the address (part 1 section 2). */
export function useFullscreen(): { isOn: boolean; toggle(): void } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isOn = 'fullscreen' in search
  return {
    isOn,
    toggle: () => {
      const { fullscreen: _, ...rest } = search
      void navigate({
        to: '.',
        search: (isOn ? rest : { ...rest, fullscreen: '' }) as never,
        hash: true,
        replace: true,
        resetScroll: false,
      })
    },
  }
}
