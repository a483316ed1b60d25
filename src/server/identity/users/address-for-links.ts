/** What is known about a user's address. */
export interface KnownAddress {
  email: string
  /** it was changed and is not verified yet */
  is_address_new: boolean
  /** the last verified address, until then */
  proved_email: string | null
}

/**
 * Where links that open the account may go; null: nowhere. A user who changed the address has not shown that it is
 * theirs, so password links go to the last verified address.
 */
export function addressForLinks({ email, is_address_new, proved_email }: KnownAddress): string | null {
  return is_address_new ? proved_email : email
}
