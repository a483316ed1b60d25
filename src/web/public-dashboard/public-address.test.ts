import { describe, expect, it } from 'vitest'
import { readPublicAddress } from './public-address.ts'

const token = 'q3Zy_0-abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'
const read = (rest: string) => {
  const { pathname, search } = new URL(`http://here.example/public/dashboards/${rest}`)
  return readPublicAddress({ pathname, search })
}

describe('the address of a shared dashboard', () => {
  it('names the token alone', () => {
    const plain = { token, theme: null, isFullscreen: false, refresh: undefined }
    expect(read(token)).toEqual(plain)
    expect(read(`${token}/?org_slug=default&p_year=2026`)).toEqual(plain)
  })

  it('says how the page looks, and how often it is renewed', () => {
    expect(read(`${token}?theme=dark&fullscreen=false&refresh=60`)).toEqual({
      token,
      theme: 'dark',
      isFullscreen: true,
      refresh: '60',
    })
  })

  it('takes no other theme', () => expect(read(`${token}?theme=pink`)).toMatchObject({ theme: null }))

  it.each(['', 'short', `${token}/more`, `${token}%2F..`, encodeURIComponent(`${token}<b>`)])(
    'is none: %s',
    (rest) => expect(read(rest)).toBeNull(),
  )
})
