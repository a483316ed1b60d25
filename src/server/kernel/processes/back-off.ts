/** Milliseconds to wait before the next attempt after so many failures in a row: 0.2 s, doubled, at most 10 s. */
export const backOff = (failures: number): number => Math.min(10_000, 100 * 2 ** Math.min(failures, 20))
