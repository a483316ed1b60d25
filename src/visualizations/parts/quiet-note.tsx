import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A note in place of or below a visualization: what is missing, and what to do. */
export function QuietNote({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" size="sm" m="auto" p="xs" ta="center" maw={560} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}
