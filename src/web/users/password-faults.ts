import { fieldMessages } from '#shared/config-form/form-fields.ts'
import { t } from '#shared/messages/translate.ts'
import { minPasswordLength } from '#shared/users/password-rule.ts'

export interface PasswordChange {
  current: string
  next: string
  repeated: string
}

/**
 * The error of each field (docs/reference/screens-administration.md#passwords-in-forms); the current password has no
 * minimum length.
 */
export function passwordFaults({ current, next, repeated }: PasswordChange) {
  const faults: Partial<Record<keyof PasswordChange, string>> = {}
  if (current === '') faults.current = fieldMessages.required
  for (const [field, text] of [
    ['next', next],
    ['repeated', repeated],
  ] as const) {
    if (text === '') faults[field] = fieldMessages.required
    else if (text.length < minPasswordLength) faults[field] = fieldMessages.tooShort
  }
  if (faults.repeated === undefined && repeated !== next) faults.repeated = t("Passwords don't match")
  return faults
}
