import { CommandRefused } from './commands/command.ts'

/** The trimmed name, of at most `maxLength` characters. Throws CommandRefused. */
export function requireName(where: string, name: string, maxLength: number): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= maxLength) return trimmed
  throw new CommandRefused(`${where}: from 1 to ${maxLength} characters are needed.`)
}
