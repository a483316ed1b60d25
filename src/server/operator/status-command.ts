import type { InstanceCommand } from './commands/command.ts'
import { describeStatus } from './status/describe-status.ts'

export const status: InstanceCommand = {
  on: 'instance',
  about: 'Print the content of /status.json.',
  async run(context) {
    context.out(JSON.stringify(await describeStatus(context), null, 2))
  },
}
