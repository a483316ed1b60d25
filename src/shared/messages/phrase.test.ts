import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MessageCatalogue } from './translate.ts'

const german: MessageCatalogue = {
  locale: 'de',
  messages: {
    '{field}: {reason}': '{field}: {reason}',
    'at most {count} characters': 'höchstens {count} Zeichen',
  },
}

// other tests of this process keep their own source of texts
beforeEach(() => vi.resetModules())

async function load() {
  const { isPhrase, phrase } = await import('./phrase.ts')
  const { readMessagesFrom, translatePhrase } = await import('./translate.ts')
  const said = phrase('{field}: {reason}', {
    field: 'name {reason}',
    reason: phrase('at most {count} characters', { count: 5 }),
  })
  return { isPhrase, readMessagesFrom, translatePhrase, said }
}

describe('a phrase', () => {
  it('is English as a string, whatever the language is', async () => {
    const { readMessagesFrom, said } = await load()
    readMessagesFrom(() => german)
    expect(String(said)).toBe('name {reason}: at most 5 characters')
    expect(JSON.stringify({ said })).toBe('{"said":"name {reason}: at most 5 characters"}')
  })

  it('is translated with the phrases in it', async () => {
    const { readMessagesFrom, translatePhrase, said } = await load()
    expect(translatePhrase(said)).toBe('name {reason}: at most 5 characters')
    readMessagesFrom(() => german)
    expect(translatePhrase(said)).toBe('name {reason}: höchstens 5 Zeichen')
  })

  it('cannot be forged in data of a request', async () => {
    const { isPhrase, said } = await load()
    expect(isPhrase(JSON.parse('{"text":"a","values":{},"phrase":true}'))).toBe(false)
    expect(isPhrase(said)).toBe(true)
  })
})
