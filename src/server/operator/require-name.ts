import { CommandRefused } from './commands/command.ts'

/** A name as it is kept; `most`: characters that there is room for. Throws CommandRefused. */
export function requireName(where: string, name: string, most: number): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= most) return trimmed
  throw new CommandRefused(`${where}: from 1 to ${most} characters are needed.`)
}
