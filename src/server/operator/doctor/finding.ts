/** The result of a check; `advice` says what to do about it. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'failure'
  found: string
  advice: string | null
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, advice: null })
export const warning = (check: string, found: string, advice: string): Finding => {
  return { check, state: 'warning', found, advice }
}
export const failure = (check: string, found: string, advice: string): Finding => {
  return { check, state: 'failure', found, advice }
}
