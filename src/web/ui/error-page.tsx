import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMapQuestion, IconRefresh } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { unreachableWords } from '#web/api/call.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { describePageError, type ErrorPageWords, errorPageTexts } from './error-messages.ts'
import { usePageTitle } from './use-page-title.ts'

const icons = {
  notFound: <IconMapQuestion size={40} stroke={1.5} />,
  forbidden: <IconLock size={40} stroke={1.5} />,
  other: <IconAlertTriangle size={40} stroke={1.5} />,
  outdated: <IconRefresh size={40} stroke={1.5} />,
}

/** Replaces a page that failed to load or to draw, inside the shell. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const isUnreachable = error instanceof ApiError && error.status === 0
  const retryOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isUnreachable) return
    const goOn = () => retryOnline()
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
  }, [isUnreachable])
  return <ErrorPage words={describePageError(error)} onRetry={retry} />
}

export function NotFoundPage() {
  return <ErrorPage words={{ kind: 'notFound', text: errorPageTexts.notFound, detail: null }} />
}

export function ErrorPage({ words, onRetry }: { words: ErrorPageWords; onRetry?: () => void }) {
  usePageTitle(t('Error'))
  return (
    <div role="alert">
      <EmptyState
        icon={icons[words.kind]}
        title={words.text}
        heading
        action={
          <Group gap="xs">
            {words.kind === 'other' && onRetry !== undefined && (
              <Button onClick={onRetry}>{t('Try again')}</Button>
            )}
            {words.kind === 'outdated' && (
              <Button onClick={() => window.location.reload()}>{t('Reload')}</Button>
            )}
            <Button component={Link} to="/" variant="default">
              {t('Go to the home page')}
            </Button>
          </Group>
        }
      >
        {words.detail !== null && <Text c="dimmed">{words.detail}</Text>}
      </EmptyState>
    </div>
  )
}

/** Replaces a page that waits for the server. */
export function UnreachablePage() {
  return <ErrorPage words={describePageError(new ApiError(0, 'offline', unreachableWords, null))} />
}
