import { type ComponentType, use } from 'react'
import { fetchedOnce } from './missing-parts.ts'

/** A part of a picture or of its editor in a file of its own; unlike React's `lazy` it can be fetched again after a failure. */
export function part<P extends object>(
  fetch: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const load = fetchedOnce(fetch)
  return (props) => {
    const { default: Component } = use(load())
    return <Component {...props} />
  }
}
