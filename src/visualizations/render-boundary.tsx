import { Component, type ReactNode } from 'react'

interface RenderBoundaryProps {
  fallback(error: unknown): ReactNode
  /** the children are drawn anew when one of these changes */
  resetKeys: readonly unknown[]
  children: ReactNode
}

interface RenderBoundaryState {
  failure: { error: unknown } | null
  resetKeys: readonly unknown[]
}

/** Keeps an error while drawing to the picture it happened in. Only a class can be an error boundary. */
export class RenderBoundary extends Component<RenderBoundaryProps, RenderBoundaryState> {
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
