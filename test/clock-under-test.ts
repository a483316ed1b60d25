export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** A clock that stands still, except when the test moves it. */
export interface ClockUnderTest {
  (): Date
  /** moves on by so many milliseconds */
  pass(milliseconds: number): void
  set(time: Date | string): void
}

export function clockUnderTest(start: Date | string = new Date()): ClockUnderTest {
  let now = new Date(start)
  return Object.assign(() => now, {
    pass(milliseconds: number) {
      now = new Date(now.getTime() + milliseconds)
    },
    set(time: Date | string) {
      now = new Date(time)
    },
  })
}
