import { IconDatabase } from '@tabler/icons-react'
import csv from './logos/csv.svg'
import duckdb from './logos/duckdb.svg'
import json from './logos/json.svg'
import mysql from './logos/mysql.svg'
import pg from './logos/pg.svg'
import sqlite from './logos/sqlite.svg'
import classes from './type-logo.module.css'

const logos: Readonly<Record<string, string>> = { csv, duckdb, json, mysql, pg, sqlite }

/** Logo of a data source type; a plain sign where there is none. */
export function TypeLogo({ type, size = 32 }: { type: string; size?: number }) {
  const logo = Object.hasOwn(logos, type) ? logos[type] : undefined
  return (
    <span
      className={classes.frame}
      data-plain={logo === undefined || undefined}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {logo === undefined ? (
        <IconDatabase size={size * 0.6} stroke={1.5} />
      ) : (
        <img src={logo} alt="" width={size} height={size} />
      )}
    </span>
  )
}
