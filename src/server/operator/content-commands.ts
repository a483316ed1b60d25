import process from 'node:process'
import {
  type ContentCommandNeeds,
  diff,
  isForUser,
  pull,
  push,
  validateFolder,
} from '#server/content/index.ts'
import { BadUsage, type CommandOption, CommandRefused, type FreeCommand } from './commands/command.ts'
import { wordOf } from './requirements.ts'

/** Content as files (docs/content-as-code.md): clients of any instance, which need no database. */

const where: Readonly<Record<string, CommandOption>> = {
  url: { about: 'address of the instance (default: SEXTANT_URL)', value: 'URL' },
  key: {
    about: 'API key of an admin there (default: SEXTANT_API_KEY, which others on this machine cannot see)',
    value: 'KEY',
  },
}
const deletes = { delete: { about: 'delete there what was deleted in the folder' } }
const overwrite = { about: 'replace what was changed on both sides' }

type Given = Parameters<FreeCommand['run']>[1]
type Context = Parameters<FreeCommand['run']>[0]

async function running(
  context: Context,
  given: Given,
  work: (needs: ContentCommandNeeds) => Promise<number>,
): Promise<number> {
  const need = (name: string, option: string) => {
    const value = given.options[option] ?? process.env[name] ?? ''
    if (value === '') throw new BadUsage(`--${option} is missing, and ${name} is not set.`)
    return value
  }
  const url = need('SEXTANT_URL', 'url')
  const key = need('SEXTANT_API_KEY', 'key')
  return await forUser(() =>
    work({ folder: wordOf(given.words, 'DIR'), url, key, out: context.out, say: context.say }),
  )
}

async function forUser(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    throw isForUser(error) ? new CommandRefused(error.message, { cause: error }) : error
  }
}

export const contentCommands = {
  pull: {
    on: 'nothing',
    about:
      'Write the queries, dashboards, alerts, snippets and access of groups of an instance into a folder.',
    arguments: ['DIR'],
    options: { ...where, overwrite },
    more: [
      'Files that were changed only in the folder stay. Exit code 1: something was changed on both sides.',
    ],
    run: (context, given) => running(context, given, (needs) => pull(needs, given.switches.has('overwrite'))),
  },
  diff: {
    on: 'nothing',
    about: 'Show how the files of a folder differ from an instance.',
    arguments: ['DIR'],
    options: where,
    run: (context, given) => running(context, given, diff),
  },
  plan: {
    on: 'nothing',
    about: 'Show what a push would do, and whether the instance would refuse it.',
    arguments: ['DIR'],
    options: { ...where, ...deletes, overwrite },
    run: (context, given) =>
      running(context, given, (needs) => push(needs, { isDryRun: true, ...pushOptions(given) })),
  },
  push: {
    on: 'nothing',
    about: 'Write a folder into an instance, in one transaction.',
    arguments: ['DIR'],
    options: { ...where, ...deletes, overwrite },
    more: ['If anything is refused, or was changed there since the last pull or push, nothing is written.'],
    run: (context, given) =>
      running(context, given, (needs) => push(needs, { isDryRun: false, ...pushOptions(given) })),
  },
  validate: {
    on: 'nothing',
    about: 'Check the files of a folder, without an instance.',
    arguments: ['DIR'],
    run: ({ out, say }, { words }) =>
      forUser(() => validateFolder({ folder: wordOf(words, 'DIR'), out, say })),
  },
} satisfies Record<string, FreeCommand>

const pushOptions = ({ switches }: Given) => ({
  ...{ deletes: switches.has('delete'), overwrites: switches.has('overwrite') },
})
