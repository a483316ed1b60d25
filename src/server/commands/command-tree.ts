import { backup, checkBackupFile, restore } from '../backup/backup-commands.ts'
import { doctor } from '../doctor/doctor-command.ts'
import { dataSourceCommands } from '../operator/data-source-commands.ts'
import { groupCommands } from '../operator/group-commands.ts'
import { organizationCommands } from '../operator/organization-commands.ts'
import { queryCommands } from '../operator/query-commands.ts'
import { status } from '../operator/status-command.ts'
import { sendTestMail } from '../operator/test-mail-command.ts'
import { userCommands } from '../operator/user-commands.ts'
import { rotateSecret } from '../secret-key/rotate-secret.ts'
import type { CommandTree } from './read-command.ts'

/** Everything that operators do from a shell, beside the roles of processes (server/main.ts). */
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
