import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { VisualizationTheme } from './visualization-theme.ts'

/** The page's colors as plain values, because a canvas cannot use CSS variables. Null until the box is mounted. */
export function useVisualizationTheme(box: RefObject<HTMLElement | null>): VisualizationTheme | null {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [theme, setTheme] = useState<VisualizationTheme | null>(null)
  useLayoutEffect(() => {
    const read = () => {
      if (!box.current) return
      const next = themeOf(box.current, scheme)
      // keep the object while the theme is equal: a new one redraws the chart
      setTheme((known) => (known && sameTheme(known, next) ? known : next))
    }
    read()
    // the attribute on the root element changes in an effect of the provider, which runs after this one
    const frame = requestAnimationFrame(read)
    return () => cancelAnimationFrame(frame)
  }, [box, scheme])
  return theme
}

function sameTheme(one: VisualizationTheme, other: VisualizationTheme): boolean {
  return (Object.keys(one) as (keyof VisualizationTheme)[]).every((key) => one[key] === other[key])
}

let known: { page: Document; scheme: string; theme: VisualizationTheme } | null = null

/** Reads the colors once per frame for a whole dashboard, because each reading forces a style calculation. */
function themeOf(box: HTMLElement, scheme: 'light' | 'dark'): VisualizationTheme {
  if (known?.page === box.ownerDocument && known.scheme === scheme) return known.theme
  const theme = readTheme(box, scheme)
  known = { page: box.ownerDocument, scheme, theme }
  requestAnimationFrame(() => {
    known = null
  })
  return theme
}

/** Reads the colors of the scheme at the position of the box. */
function readTheme(box: HTMLElement, scheme: 'light' | 'dark'): VisualizationTheme {
  const probe = box.ownerDocument.createElement('span')
  probe.style.colorScheme = scheme
  probe.hidden = true
  box.append(probe)
  const color = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const theme: VisualizationTheme = {
    ground: color('--mantine-color-body'),
    text: color('--mantine-color-text'),
    muted: color('--mantine-color-dimmed'),
    line: color('--mantine-color-default-border'),
    // double quotes would end the style attributes that ECharts writes into SVG documents
    fontFamily: getComputedStyle(probe).fontFamily.replaceAll('"', "'"),
  }
  probe.remove()
  return theme
}
