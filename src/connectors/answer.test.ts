import { expect, it } from 'vitest'
import { gatherAnswer, listOfTables, shortAnswer } from './answer.ts'

it('gathers an answer up to its limits', async () => {
  const { sink, rows } = gatherAnswer(shortAnswer)
  await sink.rows([['a', null], [Buffer.from('b')]])
  expect(rows).toEqual([['a', null], [Buffer.from('b')]])
  await expect(sink.rows([['x'.repeat(64_000)]])).rejects.toThrow('short question')
  expect(rows).toEqual([])
})

it('counts empty rows too', async () => {
  const batch = Array.from({ length: 1000 }, () => [])
  const { sink } = gatherAnswer(listOfTables)
  for (let count = 0; count < 1000; count++) await sink.rows(batch)
  await expect(sink.rows([[]])).rejects.toThrow('list of tables')
})
