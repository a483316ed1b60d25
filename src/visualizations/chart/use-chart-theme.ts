import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ChartTheme } from './chart-theme.ts'

/** The page's colours as plain values: a canvas does not know CSS variables. Null until the box stands in the page. */
export function useChartTheme(box: RefObject<HTMLElement | null>): ChartTheme | null {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [theme, setTheme] = useState<{ scheme: string; theme: ChartTheme } | null>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    // the attribute on the root element changes in an effect of the provider, which runs after this one
    const read = () => box.current && setTheme({ scheme, theme: readTheme(box.current) })
    read()
    const frame = requestAnimationFrame(read)
    return () => cancelAnimationFrame(frame)
  }, [box, scheme])
  return theme?.theme ?? null
}

function readTheme(box: HTMLElement): ChartTheme {
  const probe = box.ownerDocument.createElement('span')
  probe.hidden = true
  box.append(probe)
  const color = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const theme: ChartTheme = {
    ground: color('--mantine-color-body'),
    text: color('--mantine-color-text'),
    muted: color('--mantine-color-dimmed'),
    line: color('--mantine-color-default-border'),
    fontFamily: getComputedStyle(probe).fontFamily,
  }
  probe.remove()
  return theme
}
