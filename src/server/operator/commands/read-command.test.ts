import { describe, expect, it } from 'vitest'
import { BadUsage } from './command.ts'
import { commandTree } from './command-tree.ts'
import { readCommand } from './read-command.ts'

const read = (...words: string[]) => readCommand(commandTree, words)

describe('the words of a command', () => {
  it('are read with options anywhere', () => {
    const asked = read(
      'users',
      'create',
      '--admin',
      'ann@example.com',
      '--groups',
      'a,b',
      'Ann Lee',
      '--password-stdin',
    )
    expect(asked).toMatchObject({
      kind: 'run',
      name: 'users create',
      given: { words: { EMAIL: 'ann@example.com', NAME: 'Ann Lee' }, options: { groups: 'a,b' } },
    })
    expect(asked.kind === 'run' && [...asked.given.switches]).toEqual(['admin', 'password-stdin'])
  })

  it('may omit optional arguments', () => {
    expect(read('backup')).toMatchObject({ kind: 'run', given: { words: {} } })
    expect(read('backup', '-')).toMatchObject({ given: { words: { FILE: '-' } } })
  })

  it.each([
    [['nothing'], 'There is no command "nothing". Try: sextant help'],
    [['constructor'], 'There is no command "constructor". Try: sextant help'],
    [['users', 'fly'], 'There is no command "users fly". Try: sextant users --help'],
    [['users', 'toString'], 'There is no command "users toString". Try: sextant users --help'],
    [['users', 'create', 'a@b.c'], 'NAME is missing. Try: sextant users create --help'],
    [['users', 'password'], 'EMAIL is missing. Try: sextant users password --help'],
    [
      ['users', 'create', 'a@b.c', 'Ann', 'Lee'],
      '"Lee" is one word too many; put names of several words into quotes. Try: sextant users create --help',
    ],
    [['data-sources', 'new', 'A'], '--type is missing. Try: sextant data-sources new --help'],
    [['data-sources', 'edit', 'A'], 'One of --name, --type, --options-file is missing. Try:'],
    [['groups', 'change-permissions', 'A'], '--permissions is missing. Try:'],
    [['doctor', '--loud'], "Unknown option '--loud'. Try: sextant doctor --help"],
    [['users', 'list', '--password=x'], "Unknown option '--password'. Try: sextant users list --help"],
    [['groups', 'create', 'A', '--permissions'], /^Option '--permissions <value>' argument missing\. Try:/],
    [['backup', '--without-results=yes'], /^Option '--without-results' does not take an argument\. Try:/],
  ])('%j are refused', (words, message) => {
    expect(() => read(...words)).toThrow(BadUsage)
    expect(() => read(...words)).toThrow(message)
  })

  it('--help works for every group and every command', () => {
    for (const [name, node] of Object.entries(commandTree)) {
      const group = read(name, '--help')
      expect(group).toMatchObject({ kind: 'help' })
      if (typeof node['run'] === 'function') continue
      for (const [each, command] of Object.entries(node)) {
        expect(group.kind === 'help' && group.text).toContain(`${name} ${each}`)
        const own = read(name, each, '--help')
        expect(own.kind === 'help' && own.text).toContain(`Usage: sextant ${name} ${each}`)
        for (const option of Object.keys(command.options ?? {})) {
          expect(own.kind === 'help' && own.text).toContain(`--${option}`)
        }
      }
    }
  })

  it('a group alone shows the same as its --help, but is bad usage', () => {
    for (const group of ['users', 'groups', 'data-sources', 'queries', 'organization']) {
      const help = read(group, '--help')
      expect(() => read(group)).toThrow(BadUsage)
      expect(() => read(group)).toThrow(help.kind === 'help' ? help.text.trimEnd() : '')
    }
  })
})
