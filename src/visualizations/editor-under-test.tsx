import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { resultOfRows } from './gallery-case.ts'
import { sampleSettings } from './sample-settings.ts'
import type { EditorProps, HostSettings, VisualizationData } from './visualization.ts'

/** The current options of an editor in a test. */
export interface EditorUnderTest<O> {
  options: O
}

interface Opened<O> {
  options: O
  data: VisualizationData
  settings?: HostSettings
  /** applied after each edit, like in the dialog */
  normalize?: (options: O) => O
}

/** Opens an editor like its dialog does: each change updates its options. */
export function openEditor<O extends object>(
  Editor: ComponentType<EditorProps<O>>,
  { options, data, settings = sampleSettings, normalize = (next) => next }: Opened<O>,
): EditorUnderTest<O> {
  const latest: EditorUnderTest<O> = { options }
  function Host() {
    const [shown, setShown] = useState(options)
    const take = (next: O) => {
      latest.options = normalize(next)
      setShown(latest.options)
    }
    return <Editor data={data} options={shown} onOptionsChange={take} settings={settings} />
  }
  render(
    <MantineProvider env="test">
      <Host />
    </MantineProvider>,
  )
  return latest
}

export const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
export const openTab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }))
export const labels = () => [...document.querySelectorAll('label')].map((label) => label.textContent)
export const hasField = (label: string) => screen.queryAllByLabelText(label).length > 0
export const fieldOf = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })

/** Types a text and leaves the field, which reports the change. */
export async function typeInto(field: HTMLElement | string, value: string): Promise<void> {
  const input = typeof field === 'string' ? fieldOf(field) : field
  fireEvent.change(input, { target: { value } })
  await act(async () => fireEvent.blur(input))
}

/** Chooses in the field's own list, because lists of other fields may offer the same option. */
export function choose(label: string, option: string): void {
  fireEvent.click(fieldOf(label))
  const list = screen.getByRole('listbox', { name: label, hidden: true })
  fireEvent.click(within(list).getByRole('option', { name: option, hidden: true }))
}

/** The example results that an editor without settings shows. */
export function exampleResults(): VisualizationData[] {
  return screen.getAllByRole('table').map((table) => {
    const [head = [], ...lines] = [...table.querySelectorAll('tr')].map((line) =>
      [...line.children].map((cell) => cell.textContent),
    )
    const cellOf = (text: string | null | undefined) => (text === 'null' ? null : (text ?? null))
    return resultOfRows(
      lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cellOf(cells[at])]))),
    )
  })
}
