import { Component, type ReactNode } from 'react'

interface RenderBoundaryProps {
  fallback: ReactNode
  /** the children are drawn anew when one of these changes */
  resetKeys: readonly unknown[]
  children: ReactNode
}

interface RenderBoundaryState {
  failed: boolean
  resetKeys: readonly unknown[]
}

/** Keeps an error while drawing to the picture it happened in. Only a class can be an error boundary. */
export class RenderBoundary extends Component<RenderBoundaryProps, RenderBoundaryState> {
  override state: RenderBoundaryState = { failed: false, resetKeys: this.props.resetKeys }

  static getDerivedStateFromError(): Partial<RenderBoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { resetKeys }: RenderBoundaryProps,
    state: RenderBoundaryState,
  ): Partial<RenderBoundaryState> | null {
    const same =
      resetKeys.length === state.resetKeys.length &&
      resetKeys.every((key, index) => key === state.resetKeys[index])
    return same ? null : { failed: false, resetKeys }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
