import { type Static, Type } from 'typebox'
import { Nullable } from '../http/schemas.ts'

/** Where content that a git sync has brought comes from. It is changed there. */
export const FromGit = Type.Object({
  /** of its main file, from the root of the repository */
  path: Type.String(),
  /** the commit that last changed it */
  commit: Type.String(),
  /** where a person sees the file; null: the repository has no pages */
  url: Nullable(Type.String()),
})
export type FromGit = Static<typeof FromGit>
