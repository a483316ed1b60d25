import { startTestMariadb } from '#test/live/mariadb.ts'
import { sessionSuite } from '../connector-suite-sessions.ts'
import { mysql } from './mysql-connector.ts'

const write = 'create table sextant_written (a int)'

sessionSuite(
  mysql,
  {
    reset: {
      leave: [
        'create temporary table left_over (a int); select 1',
        'set @left_over = 5; select 1',
        "set sql_mode = 'ANSI_QUOTES'; select 1",
        'set sql_select_limit = 1; select 1',
        'set names latin1; select 1',
        'set autocommit = 0; select 1',
        'use mysql; select 1',
        "select get_lock('left_over', 0)",
        'start transaction read only; select 1',
        'set session transaction read only; select 1',
        'create temporary table left_over (a int); select nowhere from left_over',
      ],
      ask: `select database(), @left_over, @@sql_mode, @@sql_select_limit, @@autocommit, @@character_set_client,
        @@collation_connection, @@in_transaction, @@tx_read_only, is_used_lock('left_over'), @@max_statement_time`,
    },
    readOnly: {
      reads: { text: 'set @a = 1; select @a as one', columns: [], cells: [['1']] },
      writes: [
        `${write}; select 1`,
        `commit; ${write}; select 1`,
        `rollback; ${write}; select 1`,
        `begin; ${write}; select 1`,
        `commit; start transaction read write; ${write}; select 1`,
        `set session transaction read write; commit; ${write}; select 1`,
        `commit and chain; ${write}; select 1`,
        `set autocommit = 1; ${write}; select 1`,
        `unlock tables; ${write}; select 1`,
        `begin not atomic commit; ${write}; end; select 1`,
        `begin not atomic /*! commit; ${write}; */ end; select 1`,
        `execute immediate 'begin not atomic commit; ${write}; end'; select 1`,
        `execute immediate '${write}'; select 1`,
        `prepare p from '${write}'; execute p; select 1`,
      ],
      untouched: {
        text: "select count(*) from information_schema.tables where table_name = 'sextant_written'",
        columns: [],
        cells: [['0']],
      },
    },
  },
  async () => {
    const server = await startTestMariadb(null)
    const { port, user, password, database } = server
    const options = { host: '127.0.0.1', port, user, passwd: password, db: database }
    return { options, refused: null, wrongPassword: null, running: null, stop: () => server.stop() }
  },
)
