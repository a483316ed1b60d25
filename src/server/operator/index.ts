export {
  BadUsage,
  type Command,
  type CommandContext,
  CommandRefused,
  type GivenArguments,
  type InstanceCommand,
  type InstanceContext,
} from './commands/command.ts'
export { commandTree } from './commands/command-tree.ts'
export { readCommand } from './commands/read-command.ts'
export { readSecret } from './commands/read-secret.ts'
export { seedDemo } from './demo/seed-demo.ts'
export { measureRequests } from './metrics/measure-requests.ts'
export { bringUpToDate, requireCurrentSchema, secretsForMigration } from './schema-state.ts'
