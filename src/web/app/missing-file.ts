const reachAgain = 3000

/** Browsers and Vite word it each in their own way; none gives a code. */
const words =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|module script/i

/** True for the failure of an `import()` whose file did not come, rather than of the code in it. */
export function isMissingFile(failure: unknown): boolean {
  return failure instanceof Error && words.test(failure.message)
}

/**
 * Why a file did not come. `gone`: an upgrade has replaced it; `unreachable`: the server does not answer; `there`: it
 * can be fetched now.
 */
export async function fateOfFile(failure: unknown): Promise<'gone' | 'unreachable' | 'there'> {
  const address = failure instanceof Error ? /https?:\/\/\S+/.exec(failure.message)?.[0] : undefined
  try {
    const reply = await fetch(address ?? '/ping', { method: 'HEAD', cache: 'no-store' })
    // an error of a proxy in front: the server is restarting
    if (reply.status >= 500) return 'unreachable'
    return reply.ok ? 'there' : 'gone'
  } catch {
    return 'unreachable'
  }
}

/** Waits while the server is away; true: the file has gone for good. Failures of code are thrown on. */
export async function isGone(failure: unknown, attempt: number): Promise<boolean> {
  if (!isMissingFile(failure)) throw failure
  const fate = await fateOfFile(failure)
  if (fate === 'unreachable') await untilReachable()
  // what is there and fails again needs something that has gone
  return fate === 'gone' || (fate === 'there' && attempt > 1)
}

/** Resolves when the server answers again; asked every 3 s, and when the browser finds its connection. */
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

/**
 * A style sheet that failed stays in the document, and would count as loaded at the next attempt: each is taken out as it
 * fails, since of several the error that reaches the page names one.
 */
export function forgetFailedStyles(page: Document): void {
  page.addEventListener('error', forgetFailedStyle, true)
}

function forgetFailedStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
}
