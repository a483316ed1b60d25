/**
 * Commands of operators, which parse their arguments and --help themselves
 * (src/server/operator/commands/command-tree.ts).
 */
export const operatorCommands = [
  ...['users', 'groups', 'data-sources', 'queries', 'organization', 'status', 'doctor', 'send-test-mail'],
  ...['import', 'backup', 'check-backup', 'restore', 'rotate-secret'],
  ...['pull', 'diff', 'plan', 'push', 'validate'],
]
