import { expect, it } from 'vitest'
import { readServerMessage, VerticaReader } from './vertica-wire.ts'

const read = (text: string) => readServerMessage(new VerticaReader(Buffer.from(text)))

it('a message of the server has its fields', () => {
  expect(read('SERROR\0C42601\0MSyntax error\0P8\0\0')).toMatchObject({
    ...{ severity: 'ERROR', state: '42601', text: 'Syntax error', position: 8 },
  })
})

it('a message of many fields is refused at once', () => {
  // this message does not end with a terminator, which `readFields` would require
  expect(() => read('A\0'.repeat(1000))).toThrow('an error or a notice of too many fields')
})
