import { type TSchema, Type } from 'typebox'

/** Max id of a 32-bit serial: PostgreSQL would refuse a larger number. */
const maxId = 2_147_483_647

export const Id = Type.Integer({ minimum: 1, maximum: maxId })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** ISO 8601 with milliseconds, UTC as `Z`. */
export const Timestamp = Type.String()
/** Free-form JSON object: stored options. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown())
/**
 * Max size of the options of one query, visualization, widget or dashboard: each page that shows it reads all of them.
 */
export const maxOptionsBytes = 256 * 1024
const encoder = new TextEncoder()
/** Options in a request, with some declared fields. */
export const sized = <T extends TSchema>(options: T) =>
  Type.Refine(
    options,
    (sent) => encoder.encode(JSON.stringify(sent)).length <= maxOptionsBytes,
    () => `must be at most ${maxOptionsBytes / 1024} KB of JSON`,
  )
/** Options in a request. */
export const SentOptions = sized(JsonObject)
export const IdParams = Type.Object({ id: Id })
