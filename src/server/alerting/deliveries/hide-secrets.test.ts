import { expect, it } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const schema = {
  type: 'object' as const,
  properties: {},
  secret: ['url', 'token', 'pin'],
}

it('hides secrets in every spelling', () => {
  const hide = (text: string) => hideSecrets(text, schema, { token: 'to ken/"1"', name: 'visible' })
  expect(hide('got to ken/"1" from visible')).toBe('got -------- from visible')
  expect(hide('?key=to%20ken%2F%221%22')).toBe('?key=--------')
  expect(hide(JSON.stringify({ key: 'to ken/"1"' }))).toBe('{"key":"--------"}')
})

it('hides a login in the form it is sent', () => {
  const header = `Basic ${Buffer.from('me:pass word').toString('base64')}`
  expect(hideSecrets(`you sent ${header}`, schema, { username: 'me', token: 'pass word' })).toBe(
    'you sent Basic --------',
  )
})

it('hides the secret part of an address, and leaves its host', () => {
  const url = 'https://hooks.example.com/services/T00000000/XXXXXXXXXXXX?sig=abcdefghij'
  const hide = (text: string) => hideSecrets(text, schema, { url })
  expect(hide(`"${url}" is not valid`)).toBe('"--------" is not valid')
  expect(hide('hooks.example.com has no /services/T00000000/XXXXXXXXXXXX')).toBe(
    'hooks.example.com has no --------',
  )
  expect(hide('token XXXXXXXXXXXX, signature abcdefghij')).toBe('token --------, signature --------')
})

it('leaves a text unchanged if a very short secret would hide every other letter', () => {
  expect(hideSecrets('a b c', schema, { pin: 'b', token: 5, url: undefined })).toBe('a b c')
})
