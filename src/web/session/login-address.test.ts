import { describe, expect, it } from 'vitest'
import { loginAddress } from './login-address.ts'

const at = (pathname: string, search = '', hash = '') => loginAddress({ pathname, search, hash })

describe('loginAddress', () => {
  it('returns to the current page', () => {
    expect(at('/queries/5/source', '?p_a=1&p_b=x y', '#12')).toBe(
      '/login?next=%2Fqueries%2F5%2Fsource%3Fp_a%3D1%26p_b%3Dx%20y%2312',
    )
  })

  it('needs no return address for the home page', () => {
    expect(at('/')).toBe('/login')
  })

  it.each(['///evil.example', '/\\evil.example', '/\t/evil.example', '//evil.example'])(
    'never leads to another site: %j',
    (pathname) => {
      const next = new URL(at(pathname), 'http://here.example').searchParams.get('next') ?? '/'
      expect(new URL(next, 'http://here.example').host).toBe('here.example')
    },
  )
})
