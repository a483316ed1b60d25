import { StartRefused } from '#server/kernel/index.ts'
import { type CommandContext, CommandRefused, type FreeCommand } from '../commands/command.ts'
import { checkInstance } from './check-instance.ts'
import { checkMachine } from './check-machine.ts'
import { checkDirectories, checkMail, checkOpenid } from './check-services.ts'
import { type Finding, failure, ok } from './finding.ts'

const marks = { ok: 'ok      ', warning: 'warning ', failure: 'FAILURE ' } as const

export const doctor: FreeCommand = {
  on: 'nothing',
  about:
    'Check settings, database, key, mail, logins, clock and workers, and say what is wrong and what to do.',
  options: { json: { about: 'as JSON' } },
  more: [
    'The exit code is 1 if a failure keeps Sextant from working; with warnings only, it is 0. Nothing is changed.',
  ],
  async run(context, { switches }) {
    const findings = await examine(context)
    if (switches.has('json')) context.out(JSON.stringify(findings, null, 2))
    else for (const finding of findings) tell(context, finding)
    return findings.some(({ state }) => state === 'failure') ? 1 : 0
  },
}

async function examine(context: CommandContext): Promise<Finding[]> {
  const { config } = context
  return [
    ok('settings', 'All of them can be used.'),
    ...(await checkMachine(config)),
    await checkMail(config),
    ...(await checkOpenid(config)),
    ...(await checkDirectories(config)),
    ...(await context.onInstance(checkInstance).catch(databaseFailure)),
  ]
}

/** Without a database, all further checks are skipped. */
function databaseFailure(error: unknown): Finding[] {
  if (!(error instanceof StartRefused || error instanceof CommandRefused)) throw error
  return [failure('database', error.message, 'See DATABASE_URL, and whether PostgreSQL runs.')]
}

function tell({ out }: CommandContext, { check, state, found, advice }: Finding): void {
  out(`${marks[state]}${check}: ${found}`)
  if (advice !== null) out(`        ${advice}`)
}
