import { standardBinding, standardDialect } from '../standard-dialect.ts'

/** Trino and Presto write strings, names and comments as the standard does. */
export const trinoDialect = standardDialect
export const trinoBinding = standardBinding
