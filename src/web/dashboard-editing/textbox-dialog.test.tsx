// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { button, loadDialogs, openDialog, press, textboxOf, write } from './dialogs-under-test.tsx'

beforeAll(loadDialogs, 60_000)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('Add Textbox', () => {
  it('stores the text below what there is, in the shown tab', async () => {
    const page = openDialog(
      { kind: 'add-textbox' },
      { widgets: [textboxOf(1, 'first')], tab: 'details', answer: () => textboxOf(2, '# Hello') },
    )
    const add = await button('Add to Dashboard')
    expect(add.disabled).toBe(true)
    write(await screen.findByLabelText('Text'), '# Hello')
    // the preview rests for a moment, then shows the text as a heading
    expect(await screen.findByText('Hello')).toBeTruthy()
    await press('Add to Dashboard')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.saves()).toEqual([
      {
        method: 'POST',
        path: '/api/widgets',
        body: {
          dashboard_id: 7,
          visualization_id: null,
          text: '# Hello',
          width: 1,
          options: {
            isHidden: false,
            parameterMappings: {},
            tab: 'details',
            position: expect.objectContaining({ col: 3, row: 0, sizeX: 3, sizeY: 3, autoHeight: true }),
          },
        },
      },
    ])
    expect(page.widgets().map(({ id }) => id)).toEqual([1, 2])
  })

  it('says when it could not be added, and stays', async () => {
    const page = openDialog({ kind: 'add-textbox' }, { answer: () => null })
    write(await screen.findByLabelText('Text'), 'x')
    await press('Add to Dashboard')
    expect(await screen.findByText('Widget could not be added')).toBeTruthy()
    expect(page.onClose).not.toHaveBeenCalled()
    expect((await button('Add to Dashboard')).disabled).toBe(false)
  })
})

describe('Edit Textbox', () => {
  it('saves the text and leaves the options as they are', async () => {
    const widget = { ...textboxOf(4, 'old'), options: { tab: 'a', own: [1] } }
    const page = openDialog(
      { kind: 'edit-textbox', widgetId: 4 },
      { widgets: [widget], answer: () => ({ ...widget, text: 'new' }) },
    )
    write(await screen.findByLabelText('Text'), 'new')
    await press('Save')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.saves()).toEqual([
      { method: 'POST', path: '/api/widgets/4', body: { text: 'new', options: { tab: 'a', own: [1] } } },
    ])
    expect(page.widgets()[0]?.text).toBe('new')
  })

  it('asks before changes are lost, and only then', async () => {
    const page = openDialog(
      { kind: 'edit-textbox', widgetId: 4 },
      { widgets: [textboxOf(4, 'old')], answer: () => null },
    )
    write(await screen.findByLabelText('Text'), 'new')
    await press('Cancel')
    expect(await screen.findByText('Quit editing?')).toBeTruthy()
    await press('Keep editing')
    expect(page.onClose).not.toHaveBeenCalled()
    write(screen.getByLabelText('Text'), 'old')
    await press('Cancel')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.sent).toEqual([])
  })
})
