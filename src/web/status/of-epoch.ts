/** Seconds since 1970 as text, as the API tells them: the instant, or null. */
export function ofEpoch(seconds: string | null | undefined): string | null {
  const milliseconds = Number(seconds ?? Number.NaN) * 1000
  return Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : null
}
