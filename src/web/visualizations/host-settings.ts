import { useMemo } from 'react'
import type { HostSettings } from '#visualizations/visualization.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { hostSettings } from './settings-of-config.ts'

export function useHostSettings(): HostSettings {
  const config = useClientConfig()
  return useMemo(() => hostSettings(config), [config])
}
