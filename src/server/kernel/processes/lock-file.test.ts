import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { processStart, takeLock } from './lock-file.ts'

describe('takeLock', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-lock-'))
    path = join(folder, 'sextant.lock')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('lets one process hold the lock and names the holder', () => {
    const first = takeLock(path)
    expect(first.held).toBe(true)
    expect(takeLock(path)).toMatchObject({ held: false, owner: { pid: process.pid } })
    if (first.held) first.release()
    expect(readdirSync(folder)).toEqual([])
    expect(takeLock(path).held).toBe(true)
  })

  it('takes over the lock of a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    writeFileSync(path, JSON.stringify({ pid: child.pid, started: 'some boot 123' }))
    expect(takeLock(path).held).toBe(true)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
  })

  it('takes over when the process id now belongs to another process', () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'an earlier boot 1' }))
    expect(takeLock(path).held).toBe(true)
  })

  it.each(['', '{', 'null', '{"pid":"x"}', '[]'])('takes over a file that contains %j', (text) => {
    writeFileSync(path, text)
    expect(takeLock(path).held).toBe(true)
    expect(readdirSync(folder)).toEqual(['sextant.lock'])
  })

  it('does not release the lock of another process', () => {
    const mine = takeLock(path)
    const other = JSON.stringify({ pid: 1, started: processStart(1) ?? 'x' })
    writeFileSync(path, other)
    if (mine.held) mine.release()
    expect(readFileSync(path, 'utf8')).toBe(other)
  })

  it('goes to exactly one of many processes that find a stale file at once', async () => {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, started: 'gone' }))
    const module = new URL('./lock-file.ts', import.meta.url).href
    const script = `
      const { takeLock } = await import(${JSON.stringify(module)})
      process.stdin.once('data', () => {
        console.log(takeLock(${JSON.stringify(path)}).held)
        process.stdin.once('data', () => process.exit())
      })
      console.log('ready')`
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script]),
    )
    const said = children.map((child) => {
      const lines: string[] = []
      child.stdout.on('data', (data: Buffer) => lines.push(...data.toString().trim().split('\n')))
      return lines
    })
    const untilAllSaid = async (count: number) => {
      while (said.some((lines) => lines.length < count))
        await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await untilAllSaid(1)
    for (const child of children) child.stdin.write('go\n')
    await untilAllSaid(2)
    for (const child of children) child.stdin.write('end\n')
    await Promise.all(children.map((child) => once(child, 'exit')))
    expect(said.map((lines) => lines[1]).sort()).toEqual(['false', 'false', 'false', 'true'])
  }, 20_000)
})
