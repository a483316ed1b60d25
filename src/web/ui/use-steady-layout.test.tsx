// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSteadyLayout } from './use-steady-layout.ts'

afterEach(cleanup)

function Page({ isNarrow, isAsking }: { isNarrow: boolean; isAsking: boolean }) {
  const isNarrowShown = useSteadyLayout(isNarrow)
  return (
    <>
      <main>{isNarrowShown ? 'narrow' : 'wide'}</main>
      {isAsking ? <div role="dialog" aria-modal="true" /> : null}
    </>
  )
}
const shown = () => screen.getByRole('main').textContent

it('follows the window, and waits while a dialog is open', async () => {
  const { rerender } = render(<Page isNarrow={false} isAsking={false} />)
  rerender(<Page isNarrow isAsking={false} />)
  expect(shown()).toBe('narrow')
  rerender(<Page isNarrow isAsking />)
  rerender(<Page isNarrow={false} isAsking />)
  expect(shown()).toBe('narrow')
  rerender(<Page isNarrow={false} isAsking={false} />)
  await expect.poll(shown).toBe('wide')
})
