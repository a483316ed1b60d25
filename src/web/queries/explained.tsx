import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** A tooltip with the shortcut, or why the button is disabled; the button stays focusable. */
export function Explained({
  why,
  shortcut,
  children,
}: {
  why: string | null
  shortcut: string
  children: ReactElement
}) {
  return <Tooltip label={why ?? shortcut}>{children}</Tooltip>
}
