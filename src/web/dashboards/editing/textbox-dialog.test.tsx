// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  button,
  dashboardWith,
  loadDialogs,
  openDialog,
  press,
  textboxOf,
  write,
} from './dialogs-under-test.tsx'

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
      {
        method: 'POST',
        path: '/api/widgets/4',
        body: { text: 'new', options: { tab: 'a', own: [1] }, version: 1 },
      },
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
    // answered when the focus is back: a question that is left would stand before those of other tests
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Text')))
    expect(page.onClose).not.toHaveBeenCalled()
    write(screen.getByLabelText('Text'), 'old')
    await press('Cancel')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.sent).toEqual([])
  })
})

describe('a text box that another user changes in the meantime', () => {
  const mine = textboxOf(4, 'old')
  /** the server as it is for the second of two who save */
  const openLate = (theirs: typeof mine | null) => {
    let stored = theirs
    return openDialog(
      { kind: 'edit-textbox', widgetId: 4 },
      {
        widgets: [mine],
        answer({ method, body }) {
          if (method === 'GET') return dashboardWith(stored === null ? [] : [stored])
          if (stored === null) return 404
          const sent = body as typeof mine
          if (sent.version !== stored.version) return 409
          stored = { ...stored, ...sent, version: stored.version + 1 }
          return stored
        },
      },
    )
  }
  const saveMine = async () => {
    write(await screen.findByLabelText('Text'), 'mine')
    await press('Save')
  }

  it('keeps what was typed until the reader has decided, and shows what the other one wrote', async () => {
    const page = openLate({ ...textboxOf(4, 'theirs'), version: 2 })
    await saveMine()
    expect(
      await screen.findByText('It seems like the dashboard has been modified by another user.'),
    ).toBeTruthy()
    expect(screen.getByText('theirs')).toBeTruthy()
    await press('Overwrite')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.widgets()).toMatchObject([{ text: 'mine', version: 3 }])
  })

  it('stays open when the reader does not overwrite; what is stored can be taken over below it', async () => {
    const page = openLate({ ...textboxOf(4, 'theirs'), version: 2 })
    await saveMine()
    await screen.findByText('Overwrite Widget')
    const cancels = await screen.findAllByRole('button', { name: 'Cancel' })
    await act(async () => void fireEvent.click(cancels.at(-1) as HTMLElement))
    expect(await screen.findByText('Please copy/backup your changes and reload this page.')).toBeTruthy()
    expect(page.onClose).not.toHaveBeenCalled()
    expect(page.widgets()).toMatchObject([{ text: 'old' }])
    await press('Reload')
    await waitFor(() => expect(page.widgets()).toMatchObject([{ text: 'theirs', version: 2 }]))
    expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('mine')
    await press('Save')
    await waitFor(() => expect(page.widgets()).toMatchObject([{ text: 'mine', version: 3 }]))
  })

  it('is saved without a word when the other one has only moved it', async () => {
    const position = { col: 3, row: 7, sizeX: 3, sizeY: 3 }
    const page = openLate({ ...mine, options: { position }, version: 2 })
    await saveMine()
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.widgets()).toMatchObject([{ text: 'mine', options: { position }, version: 3 }])
  })

  it('that was removed leaves what was typed, for a new one', async () => {
    const page = openLate(null)
    await saveMine()
    expect(await screen.findByText(/has been removed from the dashboard/)).toBeTruthy()
    expect(page.onClose).not.toHaveBeenCalled()
    expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('mine')
    await press('Add to Dashboard')
    const added = () => page.sent.filter(({ path }) => path === '/api/widgets')
    await waitFor(() => expect(added()).toMatchObject([{ body: { dashboard_id: 7, text: 'mine' } }]))
  })
})
