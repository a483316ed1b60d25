import { Skeleton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { isHiddenByAddress } from '#shared/parameters/parameter-address.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { early } from '#web/ui/lazy.tsx'
import type { ParameterSettings } from './control-props.ts'
import type { ParameterAreaProps } from './parameter-area.tsx'

const ParameterArea = early(async () => (await import('./parameter-area.tsx')).ParameterArea)
/** height in pixels of one row of controls, the most common case */
const usualHeight = 69

/** Preloads the controls of parameters of these types. */
export async function preloadParameters(types: ReadonlySet<string>): Promise<void> {
  const loadControls = async () => {
    const { preloadControl } = await import('./parameter-field.tsx')
    await Promise.all([...types].map(preloadControl))
  }
  await Promise.all([ParameterArea.preload(), loadControls().catch(() => undefined)])
}

/** The controls of a page's parameters, except those hidden by the address. Loads nothing if there are none. */
export function PageParameters(props: Omit<ParameterAreaProps, 'settings' | 'isHidden'>) {
  const { searchStr } = useLocation()
  const settings = useParameterSettings()
  if (props.parameters.all.length === 0) return null
  return (
    <Suspense fallback={<Skeleton height={usualHeight} radius={0} />}>
      <ParameterArea {...props} settings={settings} isHidden={(name) => isHiddenByAddress(searchStr, name)} />
    </Suspense>
  )
}

/** The organization's formats for the controls. */
export function useParameterSettings(): ParameterSettings {
  const { dateFormat, timeZone } = useClientConfig()
  return useMemo(() => ({ dateFormat, timeZone }), [dateFormat, timeZone])
}
