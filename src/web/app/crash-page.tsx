import { Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { errorPageTexts } from '../ui/error-messages.ts'
import { usePageTitle } from '../ui/use-page-title.ts'

/** Replaces the whole application if the shell itself cannot be drawn. Needs no router. */
export function CrashPage() {
  usePageTitle(t('Error'))
  return (
    <main>
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={40} stroke={1.5} />}
          title={errorPageTexts.other}
          heading
          action={
            <Group gap="xs">
              <Button onClick={() => window.location.reload()}>{t('Reload')}</Button>
              <Button component="a" href="/" variant="default">
                {t('Go to the home page')}
              </Button>
            </Group>
          }
        />
      </div>
    </main>
  )
}
