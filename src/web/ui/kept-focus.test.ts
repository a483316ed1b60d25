// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepFocus } from './kept-focus.ts'

const page = `<main tabindex="-1"><a href="/users/new">New User</a></main>
  <div role="dialog"><input id="first"><input id="second"></div>`
const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

describe('a dialog with its own address', () => {
  beforeEach(() => {
    keepFocus()
    document.body.innerHTML = page
    location.href = 'http://sextant.test/users'
  })
  afterEach(() => {
    document.body.innerHTML = ''
  })

  const close = () => {
    history.pushState(null, '', '/users')
    // as the shell does when the page behind it is shown
    document.querySelector('[role="dialog"]')?.remove()
    focus('main')
    return document.activeElement?.getAttribute('href')
  }

  it('gives the focus to the link that opens it', () => {
    history.pushState(null, '', '/users/new')
    focus('#first')
    expect(close()).toBe('/users/new')
  })

  it('does so when it moves its focus while it closes', () => {
    history.pushState(null, '', '/users/new')
    focus('#first')
    history.pushState(null, '', '/users')
    focus('#second')
    expect(close()).toBe('/users/new')
  })
})
