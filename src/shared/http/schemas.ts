import { type TSchema, Type } from 'typebox'

/** Largest id of a 32-bit serial: beyond it there is nothing to find, and PostgreSQL would refuse the number. */
const maxId = 2_147_483_647

export const Id = Type.Integer({ minimum: 1, maximum: maxId })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** ISO 8601 with milliseconds, UTC as `Z`. */
export const Timestamp = Type.String()
/** Free-form JSON object: stored options. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown())
export const IdParams = Type.Object({ id: Id })
