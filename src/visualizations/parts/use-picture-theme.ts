import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { PictureTheme } from './picture-theme.ts'

/** The page's colours as plain values: a canvas does not know CSS variables. Null until the box stands in the page. */
export function usePictureTheme(box: RefObject<HTMLElement | null>): PictureTheme | null {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [theme, setTheme] = useState<PictureTheme | null>(null)
  useLayoutEffect(() => {
    const read = () => {
      if (!box.current) return
      const next = themeOf(box.current, scheme)
      // the same theme stays the same object: a new one draws the chart again
      setTheme((known) => (known && sameTheme(known, next) ? known : next))
    }
    read()
    // the attribute on the root element changes in an effect of the provider, which runs after this one
    const frame = requestAnimationFrame(read)
    return () => cancelAnimationFrame(frame)
  }, [box, scheme])
  return theme
}

function sameTheme(one: PictureTheme, other: PictureTheme): boolean {
  return (Object.keys(one) as (keyof PictureTheme)[]).every((key) => one[key] === other[key])
}

let known: { page: Document; scheme: string; theme: PictureTheme } | null = null

/** The colours of the page, read once a frame: every picture of a dashboard asks, and each look styles the page anew. */
function themeOf(box: HTMLElement, scheme: 'light' | 'dark'): PictureTheme {
  if (known?.page === box.ownerDocument && known.scheme === scheme) return known.theme
  const theme = readTheme(box, scheme)
  known = { page: box.ownerDocument, scheme, theme }
  requestAnimationFrame(() => {
    known = null
  })
  return theme
}

/** The colours that the scheme gives where the box stands. */
function readTheme(box: HTMLElement, scheme: 'light' | 'dark'): PictureTheme {
  const probe = box.ownerDocument.createElement('span')
  probe.style.colorScheme = scheme
  probe.hidden = true
  box.append(probe)
  const color = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const theme: PictureTheme = {
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
