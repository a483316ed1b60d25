/** Pause in milliseconds after this many failures in a row: 0.2 s, doubled each time, at most 10 s. */
export const backOff = (failures: number): number => Math.min(10_000, 100 * 2 ** Math.min(failures, 20))
