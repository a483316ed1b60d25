/** Characters that a password has at least (part 2, section 9), and at most. */
export const shortestPassword = 6
export const longestPassword = 1000
