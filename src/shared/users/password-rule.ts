/** Characters that a password has at least (docs/reference/screens-administration.md#passwords-in-forms), and at most. */
export const shortestPassword = 6
export const longestPassword = 1000
