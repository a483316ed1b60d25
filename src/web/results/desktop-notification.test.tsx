// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  desktopNotifications,
  mayOfferNotifications,
  notifyDesktop,
  onDesktopNotifications,
  switchDesktopNotifications,
} from './desktop-notification.ts'
import { NotificationOffer } from './notification-offer.tsx'

/** The edge of the browser: its permission, the user's answer, and the notifications shown. */
const edge = { permission: 'default', answer: 'granted', asked: 0, shown: [] as string[] }

beforeEach(() => {
  Object.assign(edge, { permission: 'default', answer: 'granted', asked: 0, shown: [] })
  localStorage.clear()
  class Shown extends EventTarget {
    static get permission() {
      return edge.permission
    }
    static async requestPermission() {
      edge.asked++
      edge.permission = edge.answer
      return edge.answer
    }
    constructor(text: string) {
      super()
      edge.shown.push(text)
    }
  }
  vi.stubGlobal('Notification', Shown)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the choice', () => {
  it('is the user’s: nothing asks before', () => {
    expect(desktopNotifications()).toBe('off')
    expect(mayOfferNotifications()).toBe(true)
    notifyDesktop('Sales updated.')
    expect([edge.asked, edge.shown]).toEqual([0, []])
  })

  it('is stored, announced to its listeners, and not offered again', async () => {
    let told = 0
    const stop = onDesktopNotifications(() => told++)
    expect(await switchDesktopNotifications(true)).toBe('on')
    expect(await switchDesktopNotifications(false)).toBe('off')
    expect(told).toBe(2)
    stop()
    expect(mayOfferNotifications()).toBe(false)
    expect(edge.asked).toBe(1)
  })

  it('is overruled by the browser', async () => {
    edge.answer = 'denied'
    expect(await switchDesktopNotifications(true)).toBe('refused')
    vi.stubGlobal('Notification', undefined)
    expect(desktopNotifications()).toBe('unsupported')
    expect(await switchDesktopNotifications(true)).toBe('unsupported')
  })

  it('stays on for users who allowed notifications before the choice existed', () => {
    edge.permission = 'granted'
    expect(desktopNotifications()).toBe('on')
  })
})

describe('the end of a run', () => {
  beforeEach(() => switchDesktopNotifications(true))

  it('is announced to users who look elsewhere', () => {
    notifyDesktop('Sales updated.')
    expect(edge.shown).toEqual(['Sales updated.'])
  })

  it('is not announced to users who see it', () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    notifyDesktop('Sales updated.')
    expect(edge.shown).toEqual([])
  })

  it('is not announced to users who have switched it off', async () => {
    await switchDesktopNotifications(false)
    notifyDesktop('Sales updated.')
    expect(edge.shown).toEqual([])
  })
})

describe('the offer during a run', () => {
  const offer = () => screen.queryByRole('button', { name: 'Notify me when it ends' })
  const show = () =>
    render(
      <MantineProvider>
        <NotificationOffer startedAt={Date.now()} />
      </MantineProvider>,
    )
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  it('appears if the run takes long, and disappears with the choice', async () => {
    vi.useFakeTimers()
    show()
    await wait(4999)
    expect(offer()).toBeNull()
    await wait(1)
    const button = offer()
    if (button === null) throw new Error('nothing is offered')
    await act(async () => fireEvent.click(button))
    expect([edge.asked, desktopNotifications(), offer()]).toEqual([1, 'on', null])
  })

  it('does not appear after the user has chosen', async () => {
    vi.useFakeTimers()
    await switchDesktopNotifications(false)
    show()
    await wait(60_000)
    expect(offer()).toBeNull()
  })
})
