import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withoutRules } from './leave-out-styles.ts'

const without = (sheet: string) =>
  withoutRules(sheet, new Set(['m_1', 'm_2']))
    .replace(/\s+/g, ' ')
    .trim()

describe('withoutRules', () => {
  it.each([
    ['.m_1 { color: red } .m_3 { color: blue }', '.m_3 { color: blue }'],
    ['.m_1:hover, .m_3 > .m_2, .m_3 { a: b }', '.m_3 { a: b }'],
    ['.m_10 { a: b } .other .m_1[data-x="}"]::before { a: b }', '.m_10 { a: b }'],
    ['@media (min-width: 1px) { .m_1 { a: b } } :root { --a: b }', ':root { --a: b }'],
    ['@media print { .m_1 { a: b } .m_3 { a: b } }', '@media print { .m_3 { a: b } }'],
    ['@supports (a: b) { @media print { .m_2 { a: b } } }', ''],
    ['@keyframes m_1 { from { a: b } to { a: c } }', '@keyframes m_1 { from { a: b } to { a: c } }'],
    ['@layer one, two; .m_2 { a: b }', '@layer one, two;'],
    ['/* .m_3 { */ .m_1 { a: b } html { a: b }', 'html { a: b }'],
  ])('%s', (sheet, expected) => {
    expect(without(sheet)).toBe(expected)
  })

  it('keeps selectors that match without the class', () => {
    const sheet = '.m_3:not(.m_1) { a: b } :is(.m_1, .m_3) { a: b } .m_3:where(:not(.m_2, .m_4)) { a: b }'
    expect(without(sheet)).toBe(sheet)
  })

  it('leaves a sheet whole of which all classes are used', () => {
    const sheet = readFileSync('node_modules/@mantine/core/styles.css', 'utf8')
    const plain = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\s+/g, '')
    // compared here: the difference of two such texts could not be read
    expect(plain(withoutRules(sheet, new Set())) === plain(sheet)).toBe(true)
  })
})
