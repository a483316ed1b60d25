/** Min and max characters of a password (docs/reference/screens-administration.md#passwords-in-forms). */
export const minPasswordLength = 6
export const maxPasswordLength = 1000
