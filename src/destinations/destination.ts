import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { cutMessage } from '#shared/errors/cut-message.ts'

export type AlertState = 'ok' | 'triggered' | 'unknown'

/**
 * What there is to tell of an alert, stored with each delivery (`alert_deliveries.message`), so that a late attempt
 * says what was true when the state changed. All texts are plain: each channel escapes in its own way.
 */
export interface AlertMessage {
  /** after this evaluation */
  state: AlertState
  alert: {
    id: number
    name: string
    /** `${base_url}/alerts/5` */
    url: string
    /** as stored */
    options: Record<string, unknown>
    rearm: number | null
    /** ISO texts */
    last_triggered_at: string | null
    created_at: string
    updated_at: string
    query_id: number
    user_id: number
  }
  query: {
    id: number
    name: string
    /** `${base_url}/queries/5` */
    url: string
    text: string
  }
  /** rendered templates; null or blank: the channel's own words */
  custom_subject: string | null
  custom_body: string | null
  result: {
    /** the watched value as shown; null: there is none */
    value: string | null
    condition: string
    threshold: string
    columns: { name: string; friendly_name: string; type: string | null }[]
    /** up to 100 rows, cells in the order of the columns, as shown; null: the cell is null */
    rows: (string | null)[][]
    row_count: number
  }
  /** public address without a trailing slash; '': this instance has none set, and urls are paths */
  base_url: string
  /** facts of the run: Username, query_id, Queue, Job ID, Query Hash, Scheduled; {} when evaluated by hand */
  metadata: Record<string, unknown>
  /** an admin tries the destination out */
  is_test?: boolean
}

/** Options as stored, decrypted; unknown keys possible: read the known ones only. */
export type DestinationOptions = Readonly<Record<string, unknown>>

/** Family 2 of plug-ins: how Sextant tells one kind of channel about an alert. */
export interface Destination {
  /** stored with every destination, never renamed */
  type: string
  name: string
  /** of Redash's icon font; the web draws its own by `type` */
  icon: string
  /** the wire schema: form, validation and masking stand on it */
  configurationSchema: ConfigurationSchema
  /** hidden when creating, still working */
  deprecated?: boolean
  /** checks that a schema cannot express; null: nothing is wrong */
  validate?(options: DestinationOptions): OptionFault | null
  /** Returns once the channel has taken the message. Throws DeliveryFailed. */
  deliver(message: AlertMessage, options: DestinationOptions, by: DeliveryMeans): Promise<void>
}

/** The option that is wrong, and why. */
export interface OptionFault {
  field: string
  reason: string
}

/** What the worker lends to a destination for one attempt. */
export interface DeliveryMeans {
  post: GuardedPost
  sendMail: MailHandOver
  /**
   * A delivery of several messages sends each through this, under a name of its own: what an earlier attempt has got
   * through is not sent again.
   */
  once(part: string, send: () => Promise<void>): Promise<void>
  /** the same in every attempt of a delivery, for channels that recognise repetitions */
  deliveryKey: string
  now: Date
  signal: AbortSignal
}

/**
 * One POST through the outbound guard. Redirects are not followed. Throws DeliveryFailed unless the status is one of
 * the 200s; neither the address nor headers get into its message.
 */
export type GuardedPost = (
  url: string,
  request: { headers: Record<string, string>; body: string },
) => Promise<PostReply>

export interface PostReply {
  status: number
  /** the first 16 KB */
  text: string
}

/** Hands one mail for all recipients to the mail server of the settings. Throws DeliveryFailed. */
export type MailHandOver = (mail: {
  to: readonly string[]
  subject: string
  text: string
  html: string
}) => Promise<void>

/** An attempt that has failed. The message is shown to admins: no secrets, no addresses with keys in them. */
export class DeliveryFailed extends Error {
  readonly status: number | null
  /** seconds that the channel asks to wait */
  readonly retryAfter: number | null
  /** another attempt would fail likewise */
  readonly isFinal: boolean
  constructor(
    message: string,
    options: {
      status?: number | null
      retryAfter?: number | null
      isFinal?: boolean
      cause?: unknown
    } = {},
  ) {
    super(cutMessage(message), { cause: options.cause })
    this.name = 'DeliveryFailed'
    this.status = options.status ?? null
    this.retryAfter = options.retryAfter ?? null
    this.isFinal = options.isFinal ?? false
  }
}
