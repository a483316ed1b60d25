/**
 * Follows redirects as a browser does, with cookies, up to an address that starts with `home`, and returns that
 * address.
 */
export async function followRedirects(start: string, home: string): Promise<string> {
  const cookies = new Map<string, string>()
  let target = start
  for (let step = 0; step < 20; step++) {
    if (target.startsWith(home)) return target
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(target, { redirect: 'manual', headers: { cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`${target} answers ${reply.status}: ${await reply.text()}`)
    await reply.body?.cancel()
    target = new URL(location, target).href
  }
  throw new Error(`${start} does not lead to ${home}.`)
}
