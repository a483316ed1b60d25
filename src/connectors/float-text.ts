/** The shortest digits that mean this number of 32 bits; null for what is not finite. */
export function shortestFloat(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return doubleText(rounded)
  }
  return doubleText(Number(value.toPrecision(9)))
}

/** The digits of a double; null for what is not finite. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  return Object.is(value, -0) ? '-0' : String(value)
}
