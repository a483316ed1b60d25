import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandTree } from '#server/operator/commands/command-tree.ts'
import { operatorCommands } from '../../bin/launcher/operator-commands.mjs'
import { runNode } from './step.ts'

const launcher = (...args: string[]) => runNode(['bin/sextant.mjs', ...args])
const project = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
  scripts: Record<string, string>
}

describe('the launcher', () => {
  it('explains itself', async () => {
    for (const args of [[], ['help'], ['--help'], ['start', '--help'], ['worker', '-h']]) {
      const { exitCode, output } = await launcher(...args)
      // without a command nothing was done
      expect(exitCode).toBe(args.length === 0 ? 2 : 0)
      for (const command of ['start', 'web', 'worker', 'migrate', 'test', 'check']) {
        expect(output).toMatch(new RegExp(`^ {2}${command} `, 'm'))
      }
    }
  })

  it('supports every operator command, and lists it', async () => {
    expect([...operatorCommands].sort()).toEqual(Object.keys(commandTree).sort())
    const { output } = await launcher('help')
    for (const command of operatorCommands) expect(output).toMatch(new RegExp(`(^| )${command}[ ,\n]`, 'm'))
    expect(await launcher('send-test-mail', '--help')).toMatchObject({ exitCode: 0 })
  })

  it('prints its version', async () => {
    expect(await launcher('--version')).toEqual({ exitCode: 0, output: `${project.version}\n` })
  })

  it.each([
    [['frobnicate'], 'There is no command "frobnicate"'],
    [['frobnicate', '--help'], 'There is no command "frobnicate"'],
    [['users', 'fly'], 'There is no command "users fly"'],
    [['data-sources', 'edit', 'A'], 'One of --name, --type, --options-file is missing'],
    [['constructor'], 'There is no command "constructor"'],
    [['start', '--dmeo'], '"start" does not know --dmeo'],
    [['web', '--demo'], '"web" does not know --demo'],
    [['test', 'x'], '"test" does not know x'],
  ])('refuses %j in one line', async (args, message) => {
    const { exitCode, output } = await launcher(...args)
    expect(exitCode).toBe(2)
    expect(output).toContain(message)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  it('lists the commands of a group, and reports that nothing was done', async () => {
    const { exitCode, output } = await launcher('users')
    expect(exitCode).toBe(2)
    expect(output).toMatch(/^Usage:\n {2}users \S/)
    expect(await launcher('users', '--help')).toEqual({ exitCode: 0, output })
  })

  it('is what npm runs, as its own child: npm then passes signals on and waits', () => {
    for (const name of ['start', 'test', 'check', 'test:related', 'test:engines']) {
      expect(project.scripts[name]).toBe(`exec node bin/sextant.mjs ${name.replace(':', '-')}`)
    }
  })
})
