import { refuse } from '../errors/refusal.ts'
import { type Actor, isHeldByGit } from '../permissions/can.ts'
import type { FromGit } from './from-git.ts'

/** Throws content.from_git for what only the repository may change. */
export function refuseFromGit(actor: Actor, { from_git }: { from_git: FromGit | null }): void {
  if (from_git === null || !isHeldByGit(actor, { is_from_git: true })) return
  throw refuse('content.from_git', { path: from_git.path, commit: from_git.commit.slice(0, 8) })
}
