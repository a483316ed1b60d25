import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobStatus } from '#shared/results/job.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import { maxRuns } from './entry-work.ts'
import {
  type PlannedLine,
  type PlannedRunner,
  parameter,
  plannedRunner,
  resultOf,
  target,
} from './planned-runner.ts'
import { createResultsStore, type ResultsStore } from './results-store.ts'

let runner: PlannedRunner
let store: ResultsStore
let frames: (() => void)[]
let time: number

beforeEach(() => {
  runner = plannedRunner()
  frames = []
  time = 0
  store = createResultsStore(() => runner, { soon: (act) => void frames.push(act), now: () => time })
  store.open()
})
afterEach(() => vi.useRealTimers())

const want = (widgets: Parameters<ResultsStore['want']>[0], loadsAll = false) =>
  store.want(widgets, { loadsAll })
/** the page is drawn once */
const draw = () => {
  for (const act of frames.splice(0)) act()
}
const tell = (line: PlannedLine, answer = 0) => {
  runner.asked[answer]?.tell(line)
  draw()
}
const showAll = (...ids: number[]) => {
  for (const id of ids) store.show(id, () => 0)
}
/** lets what is settled reach the store */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const running = () => runner.runs.map(({ target: { widgetId } }) => widgetId)

async function allMissing(ids: readonly number[]): Promise<void> {
  want(ids.map((id) => target(id, id)))
  tell({ widget_ids: ids, missing: true })
  runner.asked[0]?.end()
  await settle()
}

describe('what is stored', () => {
  it('is asked for in one request: the nearest first, equal queries with equal values once', () => {
    store.show(4, () => 0)
    store.show(3, () => 200)
    want([
      target(1, 10),
      target(2, 10),
      target(3, 11, [parameter('a', 1), parameter('b', 2)]),
      target(4, 11, [parameter('b', 2), parameter('a', 2)]),
      target(5, 11, [parameter('b', 2), parameter('a', 1)]),
    ])
    expect(runner.asked).toHaveLength(1)
    expect(runner.asked[0]?.widgets).toEqual([
      { id: 4, parameters: { a: 2, b: 2 } },
      { id: 3, parameters: { a: 1, b: 2 } },
      { id: 1, parameters: {} },
    ])
  })

  it('is shown by all widgets of the query when its line has come, and runs nothing', async () => {
    showAll(1, 2, 3)
    want([target(1, 10), target(2, 10), target(3, 11)])
    expect(store.of(1)).toMatchObject({ result: null, isRefreshing: true, startedAt: null })
    const result = resultOf([{ n: 1 }])
    tell({ widget_ids: [1], result })
    const shown = { result, isRefreshing: false, error: null, updatedAt: result.retrieved_at }
    expect(store.of(1)).toMatchObject(shown)
    expect(store.of(2)).toMatchObject(shown)
    expect(store.of(3).result).toBeNull()
    tell({ widget_ids: [3], result })
    runner.asked[0]?.end()
    await settle()
    expect(runner.runs).toHaveLength(0)
  })

  it('is read by its id when a widget comes near, two at a time', async () => {
    want([1, 2, 3].map((id) => target(id, id)))
    for (const id of [1, 2, 3]) tell({ widget_ids: [id], query_result_id: 100 + id })
    expect(runner.reads).toHaveLength(0)
    expect(store.of(1)).toMatchObject({ result: null, isRefreshing: false })
    for (const id of [1, 2, 3]) store.show(id, () => 300 - id)
    expect(runner.reads.map(({ resultId }) => resultId)).toEqual([101, 102])
    const result = resultOf([{ n: 1 }])
    runner.reads[0]?.finish(result)
    await settle()
    expect(store.of(1).result).toBe(result)
    expect(runner.reads.map(({ resultId }) => resultId)).toEqual([101, 102, 103])
  })

  it('is read wherever it stands when filters of the dashboard need it', () => {
    want([target(1, 1)], true)
    tell({ widget_ids: [1], query_result_id: 101 })
    expect(runner.reads).toHaveLength(1)
  })

  it('is run when it was cleared away in the meantime', async () => {
    store.show(1, () => 0)
    want([target(1, 1)])
    tell({ widget_ids: [1], query_result_id: 101 })
    runner.reads[0]?.fail(new ApiError(404, null, 'not found', null))
    await settle()
    expect(runner.runs).toMatchObject([{ max_age: -1 }])
  })

  it('is not asked for again: only what is new', () => {
    want([target(1, 1)])
    want([target(1, 1), target(2, 1), target(3, 3)])
    expect(runner.asked.map(({ widgets }) => widgets.map(({ id }) => id))).toEqual([[1], [3]])
  })

  it('is not asked for, nor run, while a parameter has no value: which one is told', () => {
    showAll(1, 2)
    const region = { ...parameter('region', null), title: 'Sales region' }
    want([target(1, 1, [region, parameter('day', '')]), target(2, 2, [parameter('day', 'today')])])
    const message = 'missing values for Sales region, Day parameters.'
    expect(runner.asked.map(({ widgets }) => widgets.map(({ id }) => id))).toEqual([[2]])
    expect(store.of(1)).toMatchObject({ error: message, isRefreshing: false })
    store.refresh([1])
    store.retry(1)
    expect(store.of(1)).toMatchObject({ error: message, isRefreshing: false })
    expect([runner.asked.length, runner.runs.length]).toEqual([1, 0])
    want([target(1, 1, [parameter('region', 'EU'), parameter('day', 'now')]), target(2, 2)])
    expect(running()).toContain(1)
    want([target(1, 1, [region, parameter('day', 'now')]), target(2, 2)])
    expect(store.of(1).error).toBe('missing value for Sales region parameter.')
  })

  it('is run when the answer says nothing about it', async () => {
    want([target(1, 1)])
    runner.asked[0]?.end()
    await settle()
    expect(runner.runs).toMatchObject([{ target: { widgetId: 1 }, max_age: -1 }])
  })
})

describe('a stored result that came along', () => {
  /** answers what has been read */
  const tellAll = (ids: readonly number[], costMs = 0) => {
    const read: number[] = []
    for (const id of ids) {
      runner.asked[0]?.tell({
        widget_ids: [id],
        read: () => {
          read.push(id)
          time += costMs
          return resultOf([{ n: id }])
        },
      })
    }
    return read
  }

  it('is not read while its widget is out of sight, and when it comes near, once', () => {
    showAll(1)
    want([1, 2, 3].map((id) => target(id, id)))
    const read = tellAll([1, 2, 3])
    expect(read).toEqual([])
    draw()
    expect(read).toEqual([1])
    expect(store.of(2)).toMatchObject({ result: null, isRefreshing: false })
    showAll(3)
    draw()
    expect(read).toEqual([1, 3])
    expect(store.of(3).result?.data.rows).toEqual([{ n: 3 }])
    draw()
    expect(read).toEqual([1, 3])
    expect(runner.reads).toHaveLength(0)
    expect(runner.runs).toHaveLength(0)
  })

  it('is read wherever it stands when filters of the dashboard need it, those in sight first', () => {
    showAll(3)
    want(
      [1, 2, 3].map((id) => target(id, id)),
      true,
    )
    const read = tellAll([1, 2, 3])
    draw()
    expect(read).toEqual([3, 1, 2])
  })

  it('tells its widgets with all that came until the page was drawn', () => {
    const ids = [1, 2, 3, 4, 5]
    showAll(...ids)
    want(ids.map((id) => target(id, id)))
    const heard = vi.fn()
    store.subscribe(heard)
    tellAll(ids)
    expect(heard).not.toHaveBeenCalled()
    draw()
    expect(heard).toHaveBeenCalledTimes(1)
    expect(ids.map((id) => store.of(id).result?.rowCount)).toEqual([1, 1, 1, 1, 1])
  })

  it('lets the page draw what was read before the next ones are', () => {
    const ids = [1, 2, 3, 4, 5]
    showAll(...ids)
    want(ids.map((id) => target(id, id)))
    const read = tellAll(ids, 10)
    draw()
    expect(read).toEqual([1, 2])
    expect(store.of(2).result).not.toBeNull()
    expect(store.of(3).result).toBeNull()
    draw()
    draw()
    expect(read).toEqual(ids)
  })

  it('that is none says so, and is asked for again', () => {
    showAll(1)
    want([target(1, 1)])
    const read = () => {
      throw new SyntaxError('Unexpected end of JSON input')
    }
    tell({ widget_ids: [1], read })
    expect(store.of(1)).toMatchObject({ result: null, error: 'Unexpected end of JSON input' })
    store.retry(1)
    expect(runner.asked).toHaveLength(2)
  })

  it('that is large is read beside the page', async () => {
    showAll(1, 2)
    want([target(1, 1), target(2, 2)])
    const { promise, resolve } = Promise.withResolvers<LoadedResult>()
    tell({ widget_ids: [1], read: () => promise })
    tell({ widget_ids: [2], result: resultOf([{ n: 2 }]) })
    expect(store.of(1).result).toBeNull()
    expect(store.of(2).result).not.toBeNull()
    const large = resultOf([{ n: 1 }])
    resolve(large)
    await settle()
    expect(store.of(1)).toMatchObject({ result: large, isRefreshing: false })
  })
})

describe('runs', () => {
  it('are four at once', async () => {
    await allMissing([1, 2, 3, 4, 5, 6])
    expect(running()).toEqual([1, 2, 3, 4])
    expect(maxRuns).toBe(4)
    expect(store.of(6)).toMatchObject({ isRefreshing: true, startedAt: expect.any(Number) })
    runner.runs[1]?.finish(resultOf([{ n: 1 }]))
    await settle()
    expect(running()).toEqual([1, 2, 3, 4, 5])
    runner.runs[0]?.fail('boom')
    await settle()
    expect(running()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('begin with what is nearest at that time', async () => {
    await allMissing([1, 2, 3, 4, 5, 6, 7])
    store.show(5, () => 900)
    store.show(7, () => 0)
    runner.runs[0]?.finish(resultOf([{ n: 1 }]))
    await settle()
    runner.runs[1]?.finish(resultOf([{ n: 1 }]))
    await settle()
    expect(running()).toEqual([1, 2, 3, 4, 7, 5])
  })

  it('send the values, tell their state and keep the reason of a failure', async () => {
    want([target(1, 1, [parameter('city', 'Oslo')])])
    tell({ widget_ids: [1], missing: true })
    expect(runner.runs[0]).toMatchObject({ parameters: { city: 'Oslo' }, max_age: -1 })
    runner.runs[0]?.tell(jobStatus.processing)
    expect(store.of(1)).toMatchObject({ isRefreshing: true, status: jobStatus.processing })
    runner.runs[0]?.fail('division by zero')
    await settle()
    expect(store.of(1)).toMatchObject({ error: 'division by zero', isRefreshing: false, startedAt: null })
    store.retry(1)
    expect(store.of(1)).toMatchObject({ error: null, isRefreshing: true })
    expect(runner.runs).toMatchObject([{ max_age: -1 }, { max_age: -1 }])
  })

  it('are waited for no longer when the page is left, and shared when it comes back', async () => {
    await allMissing([1])
    store.close()
    expect(runner.runs[0]?.isGivenUp()).toBe(true)
    store.open()
    want([target(1, 1)])
    expect(runner.asked).toHaveLength(2)
  })

  it('read lists of dropdowns that were never read for these values', async () => {
    want([
      target(1, 1, [parameter('a', 'x', { type: 'query', queryId: 5 }), parameter('b', 1)]),
      target(2, 2),
    ])
    const error = { code: 'execution.invalid_parameters', message: 'no such value' }
    tell({ widget_ids: [1], error })
    tell({ widget_ids: [2], error })
    expect(running()).toEqual([1])
    expect(store.of(2)).toMatchObject({ error: 'no such value', result: null })
  })
})

describe('a refresh', () => {
  beforeEach(() => {
    showAll(1, 2, 3, 4)
    want([target(1, 1), target(2, 1), target(3, 3)])
    tell({ widget_ids: [1], result: resultOf([{ n: 1 }]) })
    tell({ widget_ids: [3], result: resultOf([{ n: 3 }]) })
  })

  it('of all runs each query once whatever is stored, and keeps the old result visible', async () => {
    const old = store.of(1).result
    store.refresh()
    expect(runner.runs).toMatchObject([
      { target: { queryId: 1 }, max_age: 0 },
      { target: { queryId: 3 }, max_age: 0 },
    ])
    expect(store.of(1)).toMatchObject({ result: old, isRefreshing: true, startedAt: expect.any(Number) })
    const next = resultOf([{ n: 2 }])
    runner.runs[0]?.finish(next)
    await settle()
    expect(store.of(1)).toMatchObject({ result: next, isRefreshing: false, startedAt: null })
    expect(store.of(2).result).toBe(next)
  })

  it('of one leaves the others alone, and one that runs is not run twice', () => {
    store.refresh([3])
    store.refresh([3])
    expect(running()).toEqual([3])
    expect(store.of(1).isRefreshing).toBe(false)
  })

  it('that fails keeps the result, and is retried as a refresh', async () => {
    const old = store.of(3).result
    store.refresh([3])
    runner.runs[0]?.fail('gone')
    await settle()
    expect(store.of(3)).toMatchObject({ result: old, error: 'gone' })
    store.retry(3)
    expect(runner.runs[1]).toMatchObject({ max_age: 0 })
  })

  it('asked for before the stored result came shows that one in the meantime', () => {
    want([target(4, 4)])
    store.refresh([4])
    const stored = resultOf([{ n: 4 }])
    tell({ widget_ids: [4], result: stored }, 1)
    expect(store.of(4)).toMatchObject({ result: stored, isRefreshing: true })
  })
})

describe('other values', () => {
  const valued = (city: string) => [target(1, 1, [parameter('city', city)]), target(2, 2)]

  beforeEach(() => {
    showAll(1, 2)
    want(valued('Oslo'))
    tell({ widget_ids: [1], result: resultOf([{ city: 'Oslo' }]) })
    tell({ widget_ids: [2], result: resultOf([{ n: 2 }]) })
  })

  it('are run at once, for their widgets alone, under the old visualization', async () => {
    const old = store.of(1).result
    want(valued('Rome'))
    expect(runner.asked).toHaveLength(1)
    expect(runner.runs).toMatchObject([{ parameters: { city: 'Rome' }, max_age: 0 }])
    expect(store.of(1)).toMatchObject({ result: old, isRefreshing: true })
    expect(store.of(2).isRefreshing).toBe(false)
    expect(store.parametersOf(1)).toMatchObject([{ value: 'Rome' }])
    const next = resultOf([{ city: 'Rome' }])
    runner.runs[0]?.finish(next)
    await settle()
    expect(store.of(1).result).toBe(next)
  })

  it('that fail leave no visualization of the old ones', async () => {
    want(valued('Rome'))
    runner.runs[0]?.fail('no such city')
    await settle()
    expect(store.of(1)).toMatchObject({ result: null, error: 'no such city' })
  })

  it('end the waiting for those before', () => {
    want(valued('Rome'))
    want(valued('Bern'))
    expect(runner.runs[0]?.isGivenUp()).toBe(true)
    expect(runner.runs[1]).toMatchObject({ parameters: { city: 'Bern' } })
  })

  it('of a tab that was left are still there', () => {
    const shown = store.of(1).result
    want([target(2, 2)])
    want(valued('Oslo'))
    expect(store.of(1).result).toBe(shown)
    expect(runner.asked).toHaveLength(1)
    expect(runner.runs).toHaveLength(0)
  })
})

describe('a server that cannot be reached', () => {
  const offline = () => new ApiError(0, 'offline', 'Sextant cannot be reached.', null)

  it('is asked again after a while for what is still open', async () => {
    showAll(1)
    vi.useFakeTimers()
    want([target(1, 1), target(2, 2)])
    tell({ widget_ids: [1], result: resultOf([{ n: 1 }]) })
    runner.asked[0]?.fail(offline())
    await vi.advanceTimersByTimeAsync(1000)
    expect(runner.asked[1]?.widgets.map(({ id }) => id)).toEqual([2])
  })

  it('is told after the last attempt, and retried by hand', async () => {
    vi.useFakeTimers()
    want([target(1, 1)])
    for (const waitMs of [1000, 2000, 4000, 8000, 0]) {
      runner.asked.at(-1)?.fail(offline())
      await vi.advanceTimersByTimeAsync(waitMs)
    }
    expect(runner.asked).toHaveLength(5)
    expect(store.of(1).error).toBe(
      'failed communicating with server. Please check your Internet connection and try again.',
    )
    store.retry(1)
    expect(runner.asked).toHaveLength(6)
    expect(store.of(1)).toMatchObject({ error: null, isRefreshing: true })
  })

  it.each([
    [403, 'You may not see this.'],
    [404, 'There is no such dashboard.'],
  ])('is not meant by a %s, whose words are shown', async (status, message) => {
    want([target(1, 1)])
    runner.asked[0]?.fail(new ApiError(status, null, message, { message }))
    await settle()
    expect(store.of(1).error).toBe(message)
  })
})

describe('listeners', () => {
  it('hear of changes alone, and states are the same objects until they change', () => {
    want([target(1, 1), target(2, 2)])
    const heard = vi.fn()
    const leave = store.subscribe(heard)
    const [first, second] = [store.of(1), store.of(2)]
    store.show(1, () => 0)
    expect(heard).not.toHaveBeenCalled()
    tell({ widget_ids: [1], result: resultOf([{ n: 1 }]) })
    expect(heard).toHaveBeenCalledTimes(1)
    expect(store.of(1)).not.toBe(first)
    expect(store.of(2)).toBe(second)
    expect([...store.all().keys()]).toEqual([1, 2])
    leave()
    store.refresh()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})
