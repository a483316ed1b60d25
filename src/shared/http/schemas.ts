import { type TSchema, Type } from 'typebox'

/** Largest id of a 32-bit serial: beyond it there is nothing to find, and PostgreSQL would refuse the number. */
const maxId = 2_147_483_647

export const Id = Type.Integer({ minimum: 1, maximum: maxId })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** ISO 8601 with milliseconds, UTC as `Z`. */
export const Timestamp = Type.String()
/** Free-form JSON object: stored options. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown())
/** Of the options of one query, visualization, widget or dashboard: each page that shows it reads all of them. */
export const maxOptionsBytes = 256 * 1024
const encoder = new TextEncoder()
/** Options of which some fields are declared, as they are sent to be stored. */
export const sized = <T extends TSchema>(options: T) =>
  Type.Refine(
    options,
    (sent) => encoder.encode(JSON.stringify(sent)).length <= maxOptionsBytes,
    () => `must be at most ${maxOptionsBytes / 1024} KB of JSON`,
  )
/** Options as they are sent to be stored. */
export const SentOptions = sized(JsonObject)
export const IdParams = Type.Object({ id: Id })
