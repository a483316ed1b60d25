import { type Phrase, phrase } from '../messages/phrase.ts'
import { isCommonPassword } from '../users/common-password.ts'
import { isEmail } from '../users/email-address.ts'
import { minPasswordLength } from '../users/password-rule.ts'

export interface SetUpForm {
  name: string
  email: string
  password: string
  org_name: string
}

export type SetUpFaults = Partial<Record<keyof SetUpForm, Phrase>>

/** The faults of the first-run form, worded as in docs/reference/api-access.md#set-up; empty if there are none. */
export function faultsOfSetUp(form: SetUpForm): SetUpFaults {
  const faults: SetUpFaults = {}
  if (form.name.trim() === '') faults.name = phrase('This field is required.')
  if (!isEmail(form.email.trim())) faults.email = phrase('Invalid email address.')
  if (form.password.length < minPasswordLength) {
    faults.password = phrase('Field must be at least {count} characters long.', {
      count: minPasswordLength,
    })
  } else if (isCommonPassword(form.password, [form.name, form.email, form.org_name])) {
    // the first account can do everything
    faults.password = phrase('This password is among the first that are tried. Please choose another one.')
  }
  if (form.org_name.trim() === '') faults.org_name = phrase('This field is required.')
  return faults
}
