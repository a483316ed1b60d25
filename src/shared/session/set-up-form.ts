import { isEmail } from '../users/email-address.ts'
import { minPasswordLength } from '../users/password-rule.ts'

export interface SetUpForm {
  name: string
  email: string
  password: string
  org_name: string
}

export type SetUpFaults = Partial<Record<keyof SetUpForm, string>>

/** The faults of the first-run form, worded as in docs/reference/api-access.md#set-up; empty if there are none. */
export function faultsOfSetUp(form: SetUpForm): SetUpFaults {
  const faults: SetUpFaults = {}
  if (form.name.trim() === '') faults.name = 'This field is required.'
  if (!isEmail(form.email.trim())) faults.email = 'Invalid email address.'
  if (form.password.length < minPasswordLength) {
    faults.password = `Field must be at least ${minPasswordLength} characters long.`
  }
  if (form.org_name.trim() === '') faults.org_name = 'This field is required.'
  return faults
}
