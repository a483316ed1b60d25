/** Converts the API's seconds since 1970, as text, to an instant, or null. */
export function ofEpoch(seconds: string | null | undefined): string | null {
  const milliseconds = Number(seconds ?? Number.NaN) * 1000
  return Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : null
}
