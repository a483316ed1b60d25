import { randomUUID } from 'node:crypto'
import { inDefaultLanguage, openMailTransport } from '#server/kernel/index.ts'
import { composeMail } from '#shared/mails/mail-layout.ts'
import { t } from '#shared/messages/translate.ts'
import { isEmail } from '#shared/users/email-address.ts'
import { backup, checkBackupFile, restore } from '../backup/backup-commands.ts'
import { contentCommands } from '../content-commands.ts'
import { dataSourceCommands } from '../data-source-commands.ts'
import { doctor } from '../doctor/doctor-command.ts'
import { groupCommands } from '../group-commands.ts'
import { importCommands } from '../importing/import-commands.ts'
import { organizationCommands } from '../organization-commands.ts'
import { queryCommands } from '../query-commands.ts'
import { rotateSecret } from '../rotate-secret.ts'
import { describeStatus } from '../status/describe-status.ts'
import { userCommands } from '../user-commands.ts'
import { CommandRefused, type FreeCommand, type InstanceCommand } from './command.ts'
import type { CommandTree } from './read-command.ts'

const status: InstanceCommand = {
  on: 'instance',
  about: 'Print the content of /status.json.',
  async run(context) {
    context.out(JSON.stringify(await describeStatus(context), null, 2))
  },
}

/** Hands one mail to the server at once, past the queue, so that what the server says is seen. */
const sendTestMail: FreeCommand = {
  on: 'nothing',
  about: 'Send a mail with the mail settings, and say what the mail server says.',
  arguments: ['[EMAIL]'],
  more: ['EMAIL: the recipient (default: the address of SEXTANT_MAIL_DEFAULT_SENDER).'],
  async run({ config, out }, { words }) {
    const { mailDefaultSender: sender, mailServer, mailPort } = config
    if (sender === null)
      throw new CommandRefused('No mails are sent: SEXTANT_MAIL_DEFAULT_SENDER is not set.')
    const email = words['EMAIL'] ?? /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
    if (!isEmail(email)) throw new CommandRefused(`EMAIL: "${email}" is not an email address.`)
    const { subject, ...mail } = inDefaultLanguage(config, composeTestMail)
    const transport = await openMailTransport(config, sender)
    try {
      const { refused } = await transport.hand({ recipients: [email], subject, ...mail, key: randomUUID() })
      if (refused.length > 0) throw new CommandRefused(`The mail server does not accept mail to ${email}.`)
    } catch (error) {
      if (error instanceof CommandRefused) throw error
      throw new CommandRefused(`${mailServer}:${mailPort}: ${(error as Error).message}`, { cause: error })
    } finally {
      transport.close()
    }
    out(`Sent to ${email}.`)
    return 0
  },
}

/** All commands of operators, besides the roles of processes (server/main.ts). */
export const commandTree: CommandTree = {
  users: userCommands,
  groups: groupCommands,
  'data-sources': dataSourceCommands,
  queries: queryCommands,
  organization: organizationCommands,
  import: importCommands,
  status,
  doctor,
  'send-test-mail': sendTestMail,
  backup,
  'check-backup': checkBackupFile,
  restore,
  'rotate-secret': rotateSecret,
  ...contentCommands,
}

function composeTestMail() {
  const subject = t('Test mail of Sextant')
  const mail = composeMail({
    title: subject,
    parts: [{ kind: 'text', text: t('Sextant can send mail with its current settings.') }],
    footer: t('An operator of Sextant sent this mail with "sextant send-test-mail".'),
  })
  return { subject, ...mail }
}
