import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled block of controls inside an editor tab. */
export function EditorSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Stack gap="sm" role={title ? 'group' : undefined} aria-label={title}>
      {title ? (
        <Text component="h3" size="sm" fw={600} m={0}>
          {title}
        </Text>
      ) : null}
      {children}
    </Stack>
  )
}

/** Controls side by side, wrapping when the editor is narrow. */
export function EditorRow({ children }: { children: ReactNode }) {
  return (
    <Group gap="sm" align="flex-end" grow preventGrowOverflow={false} wrap="wrap">
      {children}
    </Group>
  )
}
