import type { TnsColumn } from './tns-types.ts'

export type TnsAnswer =
  | {
      columns: readonly TnsColumn[]
      rows: Iterable<readonly (string | null)[]>
      fails?: TnsError
      slowly?: true
    }
  | { count: number }
  | { error: TnsError }
  /** runs until the client ends it, for a minute at most */
  | 'wait'

export interface TnsError {
  number: number
  message: string
  offset?: number
}

export interface TnsScript {
  user: string
  password: string
  service: string
  answer(text: string): TnsAnswer
  tls?: { cert: string; key: string; renews?: boolean }
  /** the listener sends clients on to this port */
  redirect?: number
}
