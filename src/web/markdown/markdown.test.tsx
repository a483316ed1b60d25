// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

afterEach(cleanup)

/** A module of its own: another test file may have loaded the formatter of the shared one. */
const own: string = './markdown.tsx?own'

it('reserves the height of the text until the formatter is loaded, and shows no raw markdown', async () => {
  const { Markdown }: typeof import('./markdown.tsx') = await import(own)
  const { container } = render(<Markdown text={'# Delays\n\n| a |\n|---|'} tables />)
  const waiting = container.querySelector<HTMLElement>('[aria-busy]')
  expect(waiting?.textContent).toContain('# Delays')
  expect(waiting?.style.visibility).toBe('hidden')
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), { timeout: 60_000 })
  expect(container.textContent).toContain('Delays')
  expect(container.textContent).not.toContain('#')
}, 90_000)
