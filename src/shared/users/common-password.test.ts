import { expect, it } from 'vitest'
import { isCommonPassword } from './common-password.ts'

const ada = ['Ada Lovelace', 'ada.lovelace@engines.example', 'Analytical Engines']

it.each([
  ...[
    'password',
    'Password1',
    'P@ssw0rd2024!',
    'passw0rd',
    '123456',
    '12345678',
    '1234567890',
    '987654',
    '111111',
  ],
  ...[
    'qwerty',
    'qwerty123',
    'Qwertz1!',
    'abc123',
    'abcdef',
    'letmein',
    'welcome1',
    'admin123',
    'adminadmin',
    'secret',
  ],
  ...[
    'iloveyou',
    'Summer2026!',
    'changeme',
    '1q1q1q',
    'abcabc',
    '123123',
    'trustno1',
    '1qaz2wsx',
    'sextant',
    'root1234',
  ],
  ...['lovelace1', 'Ada.Lovelace', 'engines2026', 'ada.lovelace@engines.example', 'AnalyticalEngines'],
])('%s is common', (password) => {
  expect(isCommonPassword(password, ada)).toBe(true)
})

it.each([
  ...[
    'long enough',
    'correct horse battery staple',
    'x7#kQ!2m',
    'Hz4-vulkan',
    'kupferkessel',
    'bench-bench-7Q',
  ],
  ...['passage to india', 'my password is long', 'qwertynova', 'c8f1e6b2', '4817 2093', 'Admiral77x'],
])('%s is not', (password) => {
  expect(isCommonPassword(password, ada)).toBe(false)
})
