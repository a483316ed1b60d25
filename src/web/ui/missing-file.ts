const reachAgain = 3000

/** Messages of browsers and Vite, as none of them gives a code. */
const words =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|module script/i

/** True if the file of an `import()` could not be loaded, false if its code failed. */
export function isMissingFile(failure: unknown): boolean {
  return failure instanceof Error && words.test(failure.message)
}

/**
 * Why a file could not be loaded. `gone`: an upgrade has replaced it; `unreachable`: the server does not answer;
 * `there`: it can be fetched now.
 */
export async function fateOfFile(failure: unknown): Promise<Fate> {
  const address = failure instanceof Error ? /https?:\/\/\S+/.exec(failure.message)?.[0] : undefined
  return await fateOf(address ?? '/ping')
}

type Fate = 'gone' | 'unreachable' | 'there'

async function fateOf(address: string): Promise<Fate> {
  try {
    const reply = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    // an error of a proxy: the server is restarting
    if (reply.status >= 500) return 'unreachable'
    return reply.ok ? 'there' : 'gone'
  } catch {
    return 'unreachable'
  }
}

/**
 * Waits while the server is down, and for failed style sheets. True: the file no longer exists. Failures of code are
 * rethrown.
 */
export async function isGone(failure: unknown, attempt: number): Promise<boolean> {
  if (!isMissingFile(failure)) throw failure
  const isSo = await isGoneFor(await fateOfFile(failure), attempt)
  await Promise.all(returning.values())
  return isSo
}

async function isGoneFor(fate: Fate, attempt: number): Promise<boolean> {
  if (fate === 'unreachable') await untilReachable()
  // if an existing file fails again, one of its imports is missing
  return fate === 'gone' || (fate === 'there' && attempt > 1)
}

/** Resolves when the server answers again; checked every 3 s, and when the browser is online again. */
export async function untilReachable(): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, reachAgain)
      window.addEventListener('online', done)
      function done() {
        clearTimeout(timer)
        window.removeEventListener('online', done)
        resolve()
      }
    })
    if ((await fateOfFile(null)) === 'there') return
  }
}

/** Failed style sheets, until each is loaded or known to be missing. */
const returning = new Map<string, Promise<void>>()

/**
 * Fetches failed style sheets again. Vite requests each only once: at the next attempt it would draw the part without
 * its style sheet.
 */
export function bringBackStyles(page: Document): void {
  page.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      const { href } = target
      target.remove()
      if (returning.has(href)) return
      const done = fetchStyle(page, href).finally(() => returning.delete(href))
      returning.set(href, done)
    },
    true,
  )
}

async function fetchStyle(page: Document, href: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (await isGoneFor(await fateOf(href), attempt)) return
    if (await addStyle(page, href)) return
  }
}

/** False if it failed again. */
function addStyle(page: Document, href: string): Promise<boolean> {
  const link = page.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true))
    link.addEventListener('error', () => resolve(false))
    page.head.append(link)
  })
}
