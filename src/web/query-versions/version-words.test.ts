import { describe, expect, it } from 'vitest'
import { changedInWords, kindInWords, versionTitle } from './version-words.ts'

describe('versions in words', () => {
  it('lists what changed, the text first', () => {
    expect(changedInWords([])).toBeNull()
    expect(changedInWords(['tags', 'query'])).toBe('Text, tags')
    expect(changedInWords(['data_source_id'])).toBe('Data source')
  })

  it('says of a refused save that it never was a version', () => {
    expect(versionTitle({ kind: 'saved', version: 3 })).toBe('Version 3')
    expect(versionTitle({ kind: 'refused', version: 3 })).toBe('Refused save')
    expect(kindInWords('refused')).toBe('Not saved: somebody else had saved')
  })
})
