import type { ColumnType } from 'kysely'

/** Timestamps come as Date; written as Date or by the database's default. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
export type UpdatedAt = ColumnType<Date, Date | undefined, Date>
