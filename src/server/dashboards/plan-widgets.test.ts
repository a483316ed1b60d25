import { describe, expect, it } from 'vitest'
import { type KeptWidget, planWidgets } from './plan-widgets.ts'

const kept = (id: number, visualization_id: number | null, text: string | null = null): KeptWidget => ({
  ...{ id, visualization_id, text, options: {} },
  ...{ query_id: null, visualization_name: null, query_name: null },
})
const textbox = (id: number, text: string) => ({ id, visualization_id: null, text })
const chart = (id: number, visualization_id: number) => ({ id, visualization_id, text: null })

describe('planWidgets', () => {
  it('keeps existing widgets, creates deleted ones again, and removes later ones', () => {
    const first = kept(1, 10)
    const second = kept(2, null, 'Words')
    expect(planWidgets([first, second], [chart(1, 10), chart(3, 30)])).toEqual({
      ...{ update: [{ id: 1, values: first }], create: [second], remove: [3] },
    })
    expect(planWidgets([], [])).toEqual({ update: [], create: [], remove: [] })
  })

  it('finds widgets created by an earlier restore, once each', () => {
    const [first, second] = [kept(1, 10), kept(2, 10)]
    const words = kept(3, null, 'Words')
    expect(planWidgets([first, second, words], [chart(7, 10), textbox(8, 'Words')])).toEqual({
      update: [
        { id: 7, values: first },
        { id: 8, values: words },
      ],
      ...{ create: [second], remove: [] },
    })
    expect(planWidgets([words], [textbox(8, 'Other words')])).toMatchObject({ create: [words], remove: [8] })
  })
})
