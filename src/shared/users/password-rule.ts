/** Characters that a password has at least (docs/reference/screens-administration.md#passwords-in-forms), and at most. */
export const minPasswordLength = 6
export const maxPasswordLength = 1000
