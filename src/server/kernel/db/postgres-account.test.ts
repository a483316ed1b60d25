import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedAncestor, runAs } from './postgres-account.ts'

describe('closedAncestor', () => {
  let top: string
  const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 }
  beforeAll(() => {
    top = mkdtempSync(join(tmpdir(), 'sextant-account-'))
    mkdirSync(join(top, 'open/inside'), { recursive: true })
    chmodSync(top, 0o711)
    chmodSync(join(top, 'open'), 0o755)
  })
  afterAll(() => rmSync(top, { recursive: true, force: true }))

  it('finds nothing when every folder can be entered', () => {
    expect(closedAncestor(join(top, 'open/inside'), stranger)).toBeNull()
  })

  it('stops at the first folder that does not exist', () => {
    expect(closedAncestor(join(top, 'open/not/there'), stranger)).toBeNull()
  })

  it('names the first folder that the account may not enter', () => {
    chmodSync(join(top, 'open'), 0o700)
    expect(closedAncestor(join(top, 'open/inside'), stranger)).toBe(join(top, 'open'))
    const { uid, gid } = statSync(join(top, 'open'))
    expect(closedAncestor(join(top, 'open/inside'), { name: 'owner', uid, gid: 1 })).toBeNull()
    expect(closedAncestor(join(top, 'open/inside'), { name: 'member', uid: 54_321, gid })).toBe(
      join(top, 'open'),
    )
    chmodSync(join(top, 'open'), 0o710)
    expect(closedAncestor(join(top, 'open/inside'), { name: 'member', uid: 54_321, gid })).toBeNull()
    chmodSync(join(top, 'open'), 0o755)
  })
})

describe('runAs', () => {
  it('changes nothing for ordinary users', () => {
    expect(runAs(null, ['/root'])('initdb', ['-D', '/x'])).toEqual({ command: 'initdb', args: ['-D', '/x'] })
  })

  it('uses the account when it can enter the folders', () => {
    const account = { name: 'stranger', uid: 54_321, gid: 54_322 }
    expect(runAs(account, ['/usr'])('initdb', [])).toEqual({
      command: 'initdb',
      args: [],
      uid: 54_321,
      gid: 54_322,
    })
  })
})
