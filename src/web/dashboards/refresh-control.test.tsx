// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { plannedRunner } from '#web/dashboards/widgets/planned-runner.ts'
import { createResultsStore } from '#web/dashboards/widgets/results-store.ts'
import { RefreshControl } from './refresh-control.tsx'

afterEach(cleanup)

const auto = { interval: null, offered: [], refresh: () => undefined, choose: () => undefined }
const words = 'Run the queries of all widgets again'

function hoverRefresh(isQuiet: boolean) {
  const results = createResultsStore(plannedRunner)
  render(
    <MantineProvider env="test">
      <RefreshControl results={results} auto={auto} isQuiet={isQuiet} />
    </MantineProvider>,
  )
  fireEvent.mouseEnter(screen.getByRole('button', { name: 'Refresh' }))
}

it('says what it does under the pointer', async () => {
  hoverRefresh(false)
  expect(await screen.findByText(words)).toBeTruthy()
})

it('says nothing over the bar of edit mode', () => {
  hoverRefresh(true)
  expect(screen.queryByText(words)).toBeNull()
})
