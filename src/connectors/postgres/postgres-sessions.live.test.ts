import { inject } from 'vitest'
import { sessionSuite } from '../connector-suite-sessions.ts'
import { postgres } from './postgres-connector.ts'

const write = 'create table sextant_written (a int)'

sessionSuite(
  postgres,
  {
    reset: {
      leave: [
        'create temporary table left_over (a int); select 1',
        'set search_path to pg_catalog; select 1',
        "set intervalstyle to 'sql_standard'; set datestyle to 'German'; select 1",
        "set client_encoding to 'LATIN1'; select 1",
        'select pg_advisory_lock(7)',
        'prepare left_over as select 1; select 1',
        'declare left_over cursor with hold for select 1; select 1',
        'begin; lock table pg_class in share mode; select 1',
        'begin; select 1/0',
        'listen left_over; select 1',
        'set role pg_monitor; select 1',
        'set session characteristics as transaction isolation level serializable; select 1',
      ],
      ask: `select to_regclass('pg_temp.left_over')::text, current_user,
        (select string_agg(name || '=' || setting, ' ' order by name) from pg_settings
          where name in ('search_path', 'IntervalStyle', 'DateStyle', 'client_encoding', 'bytea_output',
            'extra_float_digits', 'default_transaction_isolation', 'statement_timeout')),
        (select count(*) from pg_locks where pid = pg_backend_pid() and (locktype = 'advisory' or mode = 'ShareLock')),
        (select count(*) from pg_prepared_statements), (select count(*) from pg_cursors where is_holdable),
        (select count(*) from pg_listening_channels())`,
    },
    readOnly: {
      reads: {
        text: "set local work_mem to '8MB'; select 1 as one, current_setting('transaction_read_only') as read_only",
        columns: [],
        cells: [['1', '"on"']],
      },
      writes: [
        `${write}; select 1`,
        `commit; ${write}; select 1`,
        `end; ${write}; select 1`,
        `rollback; ${write}; select 1`,
        `commit; begin read write; ${write}; commit; select 1`,
        `commit and chain; set transaction read write; ${write}; commit; select 1`,
        `set transaction read write; ${write}; select 1`,
        `savepoint a; set transaction read write; ${write}; select 1`,
        `savepoint a; rollback to a; set transaction read write; ${write}; select 1`,
        `set default_transaction_read_only to off; ${write}; select 1`,
        `set session characteristics as transaction read write; commit; ${write}; select 1`,
        `select set_config('transaction_read_only', 'off', false); ${write}; select 1`,
        `do $$ begin commit; ${write}; end $$; select 1`,
        `do $$ begin perform set_config('transaction_read_only', 'off', true); ${write}; end $$; select 1`,
        `prepare transaction 'a'; ${write}; select 1`,
        `select 1; commit`,
      ],
      untouched: { text: "select to_regclass('sextant_written')::text", columns: [], cells: [['null']] },
    },
  },
  async () => {
    const { hostname, port, username, password } = new URL(inject('postgresUrl'))
    const options = { host: hostname, port: Number(port), user: username, password, dbname: 'postgres' }
    return { options, refused: null, wrongPassword: null, running: null, stop: async () => {} }
  },
)
