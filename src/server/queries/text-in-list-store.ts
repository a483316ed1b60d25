import { sql } from 'kysely'
import { maxTexts, shortText } from './leave-out-texts.ts'

/** The text of a query; null: left out, so that the process never holds the texts of a whole list that are too long. */
export const textInList = sql<string | null>`
  case when octet_length(queries.query_text) > ${sql.lit(shortText)}
    and sum(octet_length(queries.query_text)) over () > ${sql.lit(maxTexts)} then null else queries.query_text end`
