import { describe, expect, it } from 'vitest'
import { executionRefusal } from './read-job.ts'

describe('executionRefusal', () => {
  const shaped = { job: { status: 4, error: "Can't execute empty query." } }
  it.each([
    [400, shaped, "Can't execute empty query."],
    [403, shaped, "Can't execute empty query."],
    [400, { message: 'The following parameter values are …' }, 'The following parameter values are …'],
    [404, { message: 'Not found' }, 'cached query result unavailable, please execute again.'],
    [500, null, 'Unknown error occurred. Please try again later.'],
    [403, '<html>', 'Unknown error occurred. Please try again later.'],
  ])('status %i', (status, body, words) => {
    expect(executionRefusal(status, body)).toBe(words)
  })
})
