// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { detectFilters, type ResultFilter } from '#shared/results/filters.ts'
import { resultOf } from './planned-runner.ts'
import { useWidgetFilters } from './use-widget-filters.ts'

afterEach(cleanup)

const sales = () => resultOf(['EU', 'US', 'EU'].map((region) => ({ 'region::filter': region }))).data
const many = () => resultOf(['EU', 'US', 'AS'].map((region) => ({ 'region::multi-filter': region }))).data

const none: readonly ResultFilter[] = []
const chosen = (filters: readonly ResultFilter[], current: unknown) =>
  filters.map((filter) => ({ ...filter, current }))

function start(result = sales(), dashboard = none) {
  const hook = renderHook(
    (props: { of: typeof result; dashboard: readonly ResultFilter[] }) =>
      useWidgetFilters(props.of, props.dashboard),
    { initialProps: { of: result, dashboard } },
  )
  const now = () => hook.result.current
  return { hook, result, now, current: () => now().filters[0]?.current }
}

describe('useWidgetFilters', () => {
  it('keeps choices until the result changes', () => {
    const { hook, result, now, current } = start()
    expect(current()).toBe('EU')
    expect(now().data.rows).toHaveLength(2)
    act(() => now().choose(chosen(now().filters, 'US')))
    hook.rerender({ of: result, dashboard: none })
    expect(current()).toBe('US')
    expect(now().data.rows).toHaveLength(1)
    hook.rerender({ of: sales(), dashboard: none })
    expect(current()).toBe('EU')
  })

  it('takes the choices of the dashboard over, of which the last change wins', () => {
    const filters = detectFilters(sales())
    const { hook, result, now, current } = start(sales(), chosen(filters, 'US'))
    expect(current()).toBe('US')
    act(() => now().choose(chosen(now().filters, 'EU')))
    expect(current()).toBe('EU')
    // the same choice, as it comes with another widget's result, changes nothing
    hook.rerender({ of: result, dashboard: chosen(filters, 'US') })
    expect(current()).toBe('EU')
    hook.rerender({ of: result, dashboard: chosen(filters, 'EU') })
    hook.rerender({ of: result, dashboard: chosen(filters, 'US') })
    expect(current()).toBe('US')
    const next = sales()
    hook.rerender({ of: next, dashboard: chosen(filters, 'US') })
    expect(current()).toBe('US')
  })

  it('does not take values that came with other results for a choice', () => {
    const filters = detectFilters(many())
    const { hook, result, now, current } = start(many(), filters)
    act(() => now().choose(chosen(now().filters, ['US'])))
    const values = ['EU', 'US', 'AS', 'AF']
    const grown = filters.map((filter) => ({ ...filter, values, current: values }))
    hook.rerender({ of: result, dashboard: grown })
    expect(current()).toEqual(['US'])
    hook.rerender({ of: result, dashboard: chosen(grown, ['AS', 'AF']) })
    expect(current()).toEqual(['AS'])
    expect(now().data.rows).toHaveLength(1)
  })

  it('has nothing to choose from before there is a result', () => {
    const { result } = renderHook(() => useWidgetFilters(null, none))
    expect(result.current).toMatchObject({ filters: [], data: { columns: [], rows: [] } })
  })
})
