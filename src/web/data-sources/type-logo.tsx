import { IconDatabase } from '@tabler/icons-react'
import { Logo } from '#web/ui/logo.tsx'
import csv from './logos/csv.svg'
import duckdb from './logos/duckdb.svg'
import json from './logos/json.svg'
import mysql from './logos/mysql.svg'
import pg from './logos/pg.svg'
import sqlite from './logos/sqlite.svg'

const logos: Readonly<Record<string, string>> = { csv, duckdb, json, mysql, pg, sqlite }

/** Logo of a data source type; a plain sign where there is none. */
export function TypeLogo({ type, size = 32 }: { type: string; size?: number }) {
  return <Logo src={Object.hasOwn(logos, type) ? logos[type] : undefined} sign={IconDatabase} size={size} />
}
