import { expect, it } from 'vitest'
import { WireFault } from '../wire-fault.ts'
import { checkMessage } from './mongodb-messages.ts'

const message = (code: number, ...parts: Uint8Array[]) =>
  Buffer.concat([int(0), int(1), int(0), int(code), ...parts])
const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
const empty = Buffer.from([5, 0, 0, 0, 0])
const body = Buffer.from([0])

it.each([
  ['one section', message(2013, int(0), body, empty)],
  ['two sections', message(2013, int(0), body, empty, Buffer.from([1]), empty)],
  ['a reply with two documents', message(1, Buffer.alloc(16), int(2), empty, empty)],
  ['a reply without documents', message(1, Buffer.alloc(16), int(0))],
])('lets %s pass', (_, bytes) => {
  expect(() => checkMessage(bytes)).not.toThrow()
})

it.each([
  ['a message that is shorter than its head', int(0)],
  ['a message without a section', message(2013, int(0))],
  ['a message that ends in its flags', message(2013, Buffer.alloc(2))],
  ['a section of an unknown kind', message(2013, int(0), Buffer.from([7]), empty)],
  ['a document of less than no bytes', message(2013, int(0), body, int(-1), Buffer.alloc(1))],
  ['a document that is longer than its message', message(2013, int(0), body, int(6), Buffer.alloc(1))],
  ['a message of zeros', message(2013, Buffer.alloc(1_000))],
  ['very many sections', message(2013, int(0), ...Array.from({ length: 17 }, () => [body, empty]).flat())],
  ['a reply that ends in its head', message(1, Buffer.alloc(19))],
  ['a reply with fewer documents than it says', message(1, Buffer.alloc(16), int(2), empty)],
  ['a reply with very many documents', message(1, Buffer.alloc(16), int(2_000_000_000), Buffer.alloc(100))],
  ['a reply with less than no documents', message(1, Buffer.alloc(16), int(-1))],
  ['a packed message', message(2012, int(2013), int(100), Buffer.from([2]), Buffer.alloc(20))],
  ['a message of an unknown kind', message(7, int(0), body, empty)],
])('refuses %s', (_, bytes) => {
  expect(() => checkMessage(bytes)).toThrow(WireFault)
})
