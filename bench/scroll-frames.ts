import type { Page } from 'playwright-core'

const scrollMs = 3000

/** Milliseconds of each frame while the mouse wheel turns for three seconds. */
export async function framesWhileScrolling(page: Page): Promise<number[]> {
  const counted = page.evaluate<number[], number>(
    (duration) =>
      new Promise((resolve) => {
        const times: number[] = []
        const note = (time: number) => {
          times.push(time)
          if (time - (times[0] ?? time) < duration) requestAnimationFrame(note)
          else resolve(times)
        }
        requestAnimationFrame(note)
      }),
    scrollMs,
  )
  for (const end = Date.now() + scrollMs; Date.now() < end; ) {
    await page.mouse.wheel(0, 120)
    await new Promise((resolve) => setTimeout(resolve, 16))
  }
  const times = await counted
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}
