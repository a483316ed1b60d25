import { describe, expect, it } from 'vitest'
import { mergeChunks, type SplitChunk } from './merge-chunks.ts'

const start = '/web/index.html'
const embed = '/web/embed.html'
const home = '/web/home/home-page.tsx'
const users = '/web/users/users-page.tsx'
const groups = '/web/groups/groups-page.tsx'

/** File -> the root it begins with, if any, its size, and what it imports; its only module has its name. */
type Files = Record<string, readonly [root: string | null, size: number, ...imports: string[]]>

function chunks(files: Files, later: Record<string, string[]>): SplitChunk[] {
  return Object.entries(files).map(([file, [root, size, ...imports]]) => ({
    ...{ file, root, imports, dynamicImports: later[file] ?? [] },
    modules: new Map([[file, size]]),
  }))
}

const merged = (files: Files, later: Record<string, string[]> = {}) =>
  mergeChunks(chunks(files, later)).map((modules) => [...modules.keys()].sort())

describe('mergeChunks', () => {
  it('makes one file of small ones that the same pages load', () => {
    const found = merged({
      home: [home, 100, 'a', 'b'],
      users: [users, 100, 'a', 'b'],
      a: [null, 500],
      b: [null, 500],
    })
    expect(found).toEqual([['a', 'b']])
  })

  it('adds what some pages do not need when it is small, and keeps it apart when it is large', () => {
    const files = (size: number): Files => ({
      home: [home, 100, 'a'],
      users: [users, 100, 'a', 'b'],
      groups: [groups, 100, 'a', 'b'],
      a: [null, 500],
      b: [null, size],
    })
    expect(merged(files(1000))).toEqual([['a', 'b']])
    expect(merged(files(100_000))).toEqual([['a'], ['b']])
  })

  it('leaves documents, pages and dialogs in files of their own', () => {
    const found = merged({ home: [home, 100, 'a'], a: [null, 100], dialog: ['/web/dialog.tsx', 100, 'a'] })
    expect(found).toEqual([['a']])
  })

  it('keeps apart what the start page loads', () => {
    const found = merged({
      start: [start, 100, 'a', 'b'],
      home: [home, 100, 'a', 'b', 'c'],
      users: [users, 100, 'c'],
      a: [null, 100],
      b: [null, 100],
      c: [null, 100],
    })
    expect(found).toEqual([['a', 'b'], ['c']])
  })

  it('gives visitors next to nothing that they do not need', () => {
    const files = (size: number): Files => ({
      start: [start, 100, 'a', 'b'],
      embed: [embed, 100, 'b'],
      a: [null, size],
      b: [null, 5000],
    })
    expect(merged(files(1000))).toEqual([['a', 'b']])
    expect(merged(files(3000))).toEqual([['a'], ['b']])
  })

  it('never makes a document load the script of another one', () => {
    // b imports what is in the file of the start page
    const found = merged({
      start: [start, 100, 'a', 'b'],
      embed: [embed, 100, 'a'],
      a: [null, 100],
      b: [null, 100, 'start'],
    })
    expect(found).toEqual([['a'], ['b']])
  })

  it('nor a part of a document that it loads later', () => {
    const files: Files = {
      start: [start, 100],
      embed: [embed, 100],
      home: [home, 100, 'a', 'b'],
      chart: ['/web/chart-visualization.ts', 100, 'a'],
      a: [null, 100],
      b: [null, 100, 'start'],
    }
    expect(merged(files, { start: ['chart'] })).toEqual([['a', 'b']])
    expect(merged(files, { start: ['chart'], embed: ['chart'] })).toEqual([['a'], ['b']])
  })

  it('never makes files that import each other', () => {
    // a -> dialog -> b: one file of a and b would import the dialog, which imports it
    const found = merged({
      home: [home, 100, 'a'],
      dialog: ['/web/dialog.tsx', 100, 'b'],
      a: [null, 100, 'dialog'],
      b: [null, 100],
    })
    expect(found).toEqual([['a'], ['b']])
  })

  it('counts what comes along with a file', () => {
    // home would load what `b` imports
    const found = merged({
      home: [home, 100, 'a'],
      users: [users, 100, 'a', 'b'],
      groups: [groups, 100, 'large'],
      a: [null, 100],
      b: [null, 100, 'large'],
      large: [null, 900_000],
    })
    expect(found.find((modules) => modules.includes('a'))).toEqual(['a'])
  })
})
