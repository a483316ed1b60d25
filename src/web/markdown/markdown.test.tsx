// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'

afterEach(cleanup)

it('reserves the height of the text until the formatter is loaded, and shows no raw markdown', async () => {
  const { container } = render(<Markdown text={'# Delays\n\n| a |\n|---|'} tables />)
  const waiting = container.querySelector<HTMLElement>('[aria-busy]')
  expect(waiting?.textContent).toContain('# Delays')
  expect(waiting?.style.visibility).toBe('hidden')
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), { timeout: 60_000 })
  expect(container.textContent).toContain('Delays')
  expect(container.textContent).not.toContain('#')
}, 90_000)
