import { backup, checkBackupFile, restore } from '../backup/backup-commands.ts'
import { dataSourceCommands } from '../data-source-commands.ts'
import { doctor } from '../doctor/doctor-command.ts'
import { groupCommands } from '../group-commands.ts'
import { organizationCommands } from '../organization-commands.ts'
import { queryCommands } from '../query-commands.ts'
import { rotateSecret } from '../rotate-secret.ts'
import { status } from '../status-command.ts'
import { sendTestMail } from '../test-mail-command.ts'
import { userCommands } from '../user-commands.ts'
import type { CommandTree } from './read-command.ts'

/** All commands of operators, besides the roles of processes (server/main.ts). */
export const commandTree: CommandTree = {
  users: userCommands,
  groups: groupCommands,
  'data-sources': dataSourceCommands,
  queries: queryCommands,
  organization: organizationCommands,
  status,
  doctor,
  'send-test-mail': sendTestMail,
  backup,
  'check-backup': checkBackupFile,
  restore,
  'rotate-secret': rotateSecret,
}
