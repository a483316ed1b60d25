// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EstimateLine } from './estimate-line.tsx'
import { useEstimate } from './use-estimate.ts'

const sent: unknown[] = []
let answers: Promise<unknown>[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    if (typeof init.body === 'string') sent.push(JSON.parse(init.body))
    return new Response(JSON.stringify(await answers.shift()))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const job = (status: number, result: unknown = null, error = '') =>
  Promise.resolve({ job: { id: 'j', status, error, updated_at: 0, result, query_result_id: null } })

function Editor() {
  const [text, setText] = useState('select {{ n }}')
  const { answer, ask, close } = useEstimate({ text, dataSourceId: 7 }, 'UTC')
  const parameters = [{ name: 'n', type: 'number', title: 'n', value: 5 }] as never
  return (
    <MantineProvider>
      <button
        type="button"
        onClick={() => ask({ wholeText: text, text, dataSourceId: 7, parameters, limit: 1000 })}
      >
        estimate
      </button>
      <button type="button" onClick={() => setText(`${text} `)}>
        type
      </button>
      {answer && <EstimateLine answer={answer} onClose={close} />}
    </MantineProvider>
  )
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

it('asks with the values of parameters, shows the answer, and forgets it when the text changes', async () => {
  const ended = Promise.withResolvers<unknown>()
  answers = [job(1), ended.promise]
  render(<Editor />)
  await press('estimate')
  expect((await screen.findByRole('status')).textContent).toContain('Asking the data source')
  await vi.waitFor(() =>
    expect(sent).toEqual([
      {
        ...{ query: 'select {{ n }}', data_source_id: 7, parameters: { n: 5 } },
        ...{ apply_auto_limit: true, auto_limit_rows: 1000 },
      },
    ]),
  )
  const estimate = { bytes: 1024, precision: 'exact', notes: [] }
  await act(async () => ended.resolve(await job(3, estimate)))
  expect((await screen.findByText('The query would read 1 KB.')).textContent).not.toBe('')
  await press('type')
  expect(screen.queryByTestId('estimate')).toBeNull()
})

it('shows why there is none, until it is closed', async () => {
  answers = [job(4, null, 'Only one statement can be estimated: select it.')]
  render(<Editor />)
  await press('estimate')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('No estimate: Only one statement can be estimated: select it.')
  await press('Close the estimate')
  expect(screen.queryByTestId('estimate')).toBeNull()
})
