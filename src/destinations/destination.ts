import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { cutMessage } from '#shared/errors/cut-message.ts'
import type { Phrase } from '#shared/messages/phrase.ts'

export type AlertState = 'ok' | 'triggered' | 'unknown'

/**
 * The content of a message about an alert. It is stored with each delivery (`alert_deliveries.message`), so that a late
 * attempt reports the facts at the time of the change. All texts are plain: each channel escapes in its own way.
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
  /** rendered templates; null or blank: the channel's default text */
  custom_subject: string | null
  custom_body: string | null
  result: {
    /** the watched value as displayed; null: there is none */
    value: string | null
    condition: string
    threshold: string
    columns: { name: string; friendly_name: string; type: string | null }[]
    /** up to 100 rows, cells in the order of the columns, as displayed; null: the cell is null */
    rows: (string | null)[][]
    row_count: number
  }
  /** public address without a trailing slash; '' when none is set: then all urls are paths */
  base_url: string
  /** facts of the run: Username, query_id, Queue, Job ID, Query Hash, Scheduled; {} when evaluated on request */
  metadata: Record<string, unknown>
  /** an admin tests the destination */
  is_test?: boolean
}

/** Options as stored, decrypted. They may hold unknown keys: read only the known ones. */
export type DestinationOptions = Readonly<Record<string, unknown>>

/** The interface of a destination plug-in: sends messages about alerts to one kind of channel. */
export interface Destination {
  /** stored with every destination, never renamed */
  type: string
  name: string
  /** a name of Redash's icon font, for its clients; our web shows a logo by `type` */
  icon: string
  /** the schema that the API serves; form, validation and masking follow it */
  configurationSchema: ConfigurationSchema
  /** not offered for new destinations; existing ones keep working */
  deprecated?: boolean
  /** checks that a schema cannot express; null: the options are valid */
  validate?(options: DestinationOptions): OptionFault | null
  /** Resolves once the channel has accepted the message. Throws DeliveryFailed. */
  deliver(message: AlertMessage, options: DestinationOptions, by: DeliveryMeans): Promise<void>
}

/** The invalid option and the reason. */
export interface OptionFault {
  field: string
  reason: Phrase
}

/** What the worker provides to a destination for one attempt. */
export interface DeliveryMeans {
  post: GuardedPost
  sendMail: MailHandOver
  /**
   * A delivery of several messages sends each through this, under a unique name: a part that an earlier attempt
   * delivered is not sent again.
   */
  once(part: string, send: () => Promise<void>): Promise<void>
  /** the same in every attempt of a delivery, for channels that detect duplicates */
  deliveryKey: string
  now: Date
  signal: AbortSignal
}

/**
 * One POST through the outbound guard. Redirects are not followed. Throws DeliveryFailed unless the status is one of
 * the 200s; its message contains neither the address nor headers.
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

/** A failed attempt. Admins see the message: it contains no secrets and no addresses with keys. */
export class DeliveryFailed extends Error {
  readonly status: number | null
  /** seconds to wait, as requested by the channel */
  readonly retryAfter: number | null
  /** another attempt would fail in the same way */
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
