/** What is known of an address of somebody. */
export interface KnownAddress {
  email: string
  /** it was changed, and nothing has proved the new one */
  is_address_new: boolean
  /** the last one that was proved, meanwhile */
  proved_email: string | null
}

/**
 * Where links that open the account may go; null: nowhere. Whoever has changed an address has not shown that it is theirs,
 * so a link to choose a password goes to the last one that was proved.
 */
export function addressForLinks({ email, is_address_new, proved_email }: KnownAddress): string | null {
  return is_address_new ? proved_email : email
}
