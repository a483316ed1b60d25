import type { ColumnType } from 'kysely'

/** Timestamps are read as Date, and written as Date or by the column's default. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
export type UpdatedAt = ColumnType<Date, Date | undefined, Date>
