import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { descriptionBudget } from '../wire-budget.ts'
import { CqlStream } from './cql-stream.ts'
import { parseClass, readType } from './cql-types.ts'

const short = (value: number) => Buffer.from([value >> 8, value & 0xff])
const tuple = (count: number, element: Buffer) =>
  Buffer.concat([short(0x31), short(count), Buffer.alloc(count * element.length, element)])

async function read(bytes: Buffer) {
  const socket = new PassThrough()
  const stream = new CqlStream(socket, 60_000)
  socket.end(bytes)
  stream.left = bytes.length
  return await readType(stream, descriptionBudget())
}

it('a type of other types is read', async () => {
  const int = { kind: 'int' }
  const pair = { kind: 'tuple', elements: [int, int] }
  expect(await read(tuple(1, tuple(2, short(9))))).toEqual({ kind: 'tuple', elements: [pair] })
})

it('one column of half a million types is refused while it is read', async () => {
  await expect(read(tuple(10, tuple(60_000, short(9))))).rejects.toThrow(
    'a description of columns of too many',
  )
})

it('types that come as names count together', () => {
  const budget = descriptionBudget()
  const name = `TupleType(${Array.from({ length: 9000 }, () => 'UTF8Type').join(',')})`
  const readAll = () => {
    for (let column = 0; column < 60; column++) parseClass(name, budget)
  }
  expect(readAll).toThrow('a description of columns of too many')
})
