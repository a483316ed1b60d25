import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { fetchAgain, isMissingPart, useAttempt } from './parts/missing-parts.ts'
import { RenderBoundary } from './render-boundary.tsx'
import classes from './visualization-renderer.module.css'

interface PictureBoundaryProps {
  /** the children are drawn anew when one of these changes */
  resetKeys: readonly unknown[]
  children: ReactNode
}

/** Keeps what goes wrong with a picture from the page around, and says what it was. */
export function PictureBoundary({ resetKeys, children }: PictureBoundaryProps) {
  const attempt = useAttempt()
  return (
    <RenderBoundary
      resetKeys={[...resetKeys, attempt]}
      fallback={(error) => (isMissingPart(error) ? <PictureMissing /> : <RenderError />)}
    >
      {children}
    </RenderBoundary>
  )
}

function RenderError() {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t('Error while rendering visualization.')}
    </Alert>
  )
}

/** It comes by itself when the connection is back. */
function PictureMissing() {
  return (
    <div className={classes.missing} role="status">
      <Text size="sm" c="dimmed">
        {t('The picture could not be loaded. Please check your Internet connection.')}
      </Text>
      <Button size="compact-xs" variant="default" onClick={fetchAgain}>
        {t('Retry')}
      </Button>
    </div>
  )
}
