import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { fetchAgain, isMissingPart, useAttempt } from './parts/part.tsx'
import classes from './visualization-renderer.module.css'

interface VisualizationBoundaryProps {
  /** the children are rendered again when one of these changes */
  resetKeys: readonly unknown[]
  /** shown instead of a message when the children fail */
  instead?: ReactNode
  children: ReactNode
}

/** Catches the errors of a visualization, so that the page keeps working, and shows what failed. */
export function VisualizationBoundary({ resetKeys, instead, children }: VisualizationBoundaryProps) {
  const attempt = useAttempt()
  return (
    <RenderBoundary
      resetKeys={[...resetKeys, attempt]}
      fallback={(error) => instead ?? (isMissingPart(error) ? <VisualizationMissing /> : <RenderError />)}
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

/** The chunk is also loaded automatically when the connection is back. */
function VisualizationMissing() {
  return (
    <div className={classes.missing} role="status">
      <Text size="sm" c="dimmed">
        {t('The visualization could not be loaded. Please check your Internet connection.')}
      </Text>
      <Button size="compact-xs" variant="default" onClick={fetchAgain}>
        {t('Retry')}
      </Button>
    </div>
  )
}

interface RenderBoundaryProps {
  fallback(error: unknown): ReactNode
  /** the children are rendered again when one of these changes */
  resetKeys: readonly unknown[]
  children: ReactNode
}

interface RenderBoundaryState {
  failure: { error: unknown } | null
  resetKeys: readonly unknown[]
}

/** React supports error boundaries only as classes. */
class RenderBoundary extends Component<RenderBoundaryProps, RenderBoundaryState> {
  override state: RenderBoundaryState = { failure: null, resetKeys: this.props.resetKeys }

  static getDerivedStateFromError(error: unknown): Partial<RenderBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    { resetKeys }: RenderBoundaryProps,
    state: RenderBoundaryState,
  ): Partial<RenderBoundaryState> | null {
    const same =
      resetKeys.length === state.resetKeys.length &&
      resetKeys.every((key, index) => key === state.resetKeys[index])
    return same ? null : { failure: null, resetKeys }
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.fallback(failure.error)
  }
}
