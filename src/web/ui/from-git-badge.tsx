import { Anchor, Badge, Button, Popover, Stack, Text } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import type { FromGit } from '#shared/content/from-git.ts'
import { detachFromGit } from '#shared/git-sync/git-sync-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { usePermission } from '#web/session/use-session.ts'
import { confirm } from './confirm.tsx'
import { notify } from './toast.tsx'

interface FromGitBadgeProps {
  kind: 'query' | 'dashboard' | 'alert' | 'snippet'
  id: number
  from: FromGit
}

/** Says that something comes from git, and where it is changed. Admins detach it here. */
export function FromGitBadge({ kind, id, from }: FromGitBadgeProps) {
  const isAdmin = usePermission('admin')
  return (
    <Popover width={320} position="bottom-start" withArrow shadow="md">
      <Popover.Target>
        <Badge
          component="button"
          type="button"
          variant="light"
          radius="sm"
          leftSection={<IconGitBranch size={12} aria-hidden="true" />}
          style={{ cursor: 'pointer', flex: 'none', alignSelf: 'center', textTransform: 'none' }}
        >
          {t('From git')}
        </Badge>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm">
            {t('A git sync has brought this. It is changed in the repository, not here.')}
          </Text>
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {from.path} @ {from.commit.slice(0, 8)}
          </Text>
          {from.url !== null && (
            <Anchor size="sm" href={from.url} target="_blank" rel="noreferrer">
              {t('Open the file')}
            </Anchor>
          )}
          {isAdmin && (
            <Button size="xs" variant="default" onClick={() => void detach(kind, id)}>
              {t('Detach from Git')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

async function detach(kind: FromGitBadgeProps['kind'], id: number): Promise<void> {
  const isSure = await confirm({
    title: t('Detach from Git'),
    message: t(
      'From now on it is changed here, and syncs leave it alone. You can attach it again in Settings > Git Sync.',
    ),
    confirmLabel: t('Detach'),
  })
  if (!isSure) return
  try {
    await call(detachFromGit, { body: { kind, id } })
    // pages hold what they have read in their own state
    window.location.reload()
  } catch (error) {
    notify.error(messageOf(error, ''), { title: t('It could not be detached.') })
  }
}
