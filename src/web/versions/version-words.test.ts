import { describe, expect, it } from 'vitest'
import { changedInWords, kindInWords, versionPhrase, versionTitle } from './version-words.ts'

describe('versions in words', () => {
  it('lists what changed, in the order of the words', () => {
    const fields = { query: 'text', tags: 'tags', data_source_id: 'data source' }
    expect(changedInWords([], fields)).toBeNull()
    expect(changedInWords(['tags', 'query'], fields)).toBe('Text, tags')
    expect(changedInWords(['data_source_id'], fields)).toBe('Data source')
  })

  it('does not call a refused save or a change of widgets a version', () => {
    expect(versionTitle({ kind: 'saved', version: 3 })).toBe('Version 3')
    expect(versionTitle({ kind: 'refused', version: 3 })).toBe('Refused save')
    expect(versionTitle({ kind: 'widgets', version: 3 })).toBe('Widget changes')
    expect(kindInWords('refused')).toBe('Not saved: another user had saved')
    expect(versionPhrase({ kind: 'saved', version: 3 })).toBe('version 3')
    expect(versionPhrase({ kind: 'refused', version: 3 })).toBe('the refused save')
    expect(versionPhrase({ kind: 'widgets', version: 3 })).toBe('the widget changes')
  })
})
