// A package with the part of the interface of `ibm_db` that Sextant uses, over SQLite. It knows the account db2inst1.
const { DatabaseSync } = require('node:sqlite')

const refused =
  '[IBM][CLI Driver] SQL30082N  Security processing failed with reason "24" ("USERNAME AND/OR PASSWORD INVALID").  SQLSTATE=08001'

function parametersOf(text) {
  const found = {}
  for (const [, name, braced, plain] of text.matchAll(/([^=;]+)=(?:\{([^}]*)\}|([^;]*));/g)) {
    found[name] = braced ?? plain
  }
  return found
}

const kinds = {
  BIGINT: 19,
  INTEGER: 10,
  DECIMAL: 31,
  TIMESTAMP: 26,
  DATE: 10,
  VARCHAR: 100,
  DOUBLE: 15,
  BOOLEAN: 1,
}

function columnsOf(statement) {
  return statement.columns().map(({ name, type }) => {
    const kind = /^\w+/.exec(type ?? 'VARCHAR')[0].toUpperCase()
    if (kinds[kind] === undefined) throw new Error(`no such type: ${kind}`)
    return { SQL_DESC_NAME: name, SQL_DESC_TYPE_NAME: kind, SQL_DESC_PRECISION: kinds[kind] }
  })
}

/** As the package reads values: decimals as doubles, whole numbers of 64 bits as texts, timestamps as dates. */
function read(cell, { SQL_DESC_TYPE_NAME: kind }) {
  if (cell === null) return null
  if (kind === 'BIGINT') return String(cell)
  if (kind === 'TIMESTAMP') return new Date(cell)
  if (kind === 'BOOLEAN') return cell === 1n
  return typeof cell === 'bigint' ? Number(cell) : cell
}

function resultOf(statement) {
  const columns = columnsOf(statement)
  const rows = statement.iterate()
  let isClosed = false
  return {
    getColumnMetadataSync: () => columns,
    async fetchN(count, { fetchMode }) {
      if (isClosed || fetchMode !== 3)
        throw new Error('[IBM][CLI Driver] CLI0125E  Function sequence error. SQLSTATE=HY010')
      const batch = []
      while (batch.length < count) {
        const { done, value } = rows.next()
        if (done) break
        batch.push(value.map((cell, at) => read(cell, columns[at])))
      }
      return batch
    },
    closeSync() {
      isClosed = true
    },
  }
}

exports.open = async (text) => {
  const { DATABASE, HOSTNAME, PORT, PROTOCOL, UID, PWD } = parametersOf(text)
  if (PROTOCOL !== 'TCPIP' || HOSTNAME === undefined || PORT === undefined) throw new Error('no address')
  if (UID !== 'db2inst1' || PWD !== 'pass;word') throw new Error(refused)
  if (DATABASE !== 'SAMPLE')
    throw new Error(
      '[IBM][CLI Driver] SQL1013N  The database alias name or database name "OTHER" could not be found.  SQLSTATE=42705',
    )
  const database = new DatabaseSync(':memory:')
  database.exec(`attach ':memory:' as SYSCAT; attach ':memory:' as SYSIBM;
    create table SYSIBM.SYSDUMMY1 (IBMREQD VARCHAR); insert into SYSIBM.SYSDUMMY1 values ('Y');
    create table SYSCAT.TABLES (TABSCHEMA VARCHAR, TABNAME VARCHAR, TYPE VARCHAR);
    create table SYSCAT.COLUMNS (TABSCHEMA VARCHAR, TABNAME VARCHAR, COLNAME VARCHAR, TYPENAME VARCHAR);
    insert into SYSCAT.TABLES values ('DB2INST1  ', 'SALES', 'T'), ('SYSIBM', 'SYSTABLES', 'T'), ('DB2INST1', 'SEEN', 'V');
    insert into SYSCAT.COLUMNS values ('DB2INST1  ', 'SALES', 'REGION', 'VARCHAR'), ('DB2INST1  ', 'SALES', 'AMOUNT', 'DECIMAL'),
      ('SYSIBM', 'SYSTABLES', 'NAME', 'VARCHAR'), ('DB2INST1', 'SEEN', 'N', 'BIGINT');
    create table SALES (ID BIGINT, REGION VARCHAR, AMOUNT DECIMAL, AT TIMESTAMP, DAY DATE, IS_PAID BOOLEAN);
    insert into SALES values (9223372036854775807, 'Süd', 1.5, '2024-02-29T23:59:59.999Z', '2024-02-29', 1), (2, null, null, null, null, null);`)
  return {
    async queryResult(sql) {
      try {
        const statement = database.prepare(sql)
        statement.setReturnArrays(true)
        statement.setReadBigInts(true)
        if (statement.columns().length > 0) return [resultOf(statement), []]
        statement.run()
        return [{ getColumnMetadataSync: () => [], fetchN: async () => [], closeSync() {} }, []]
      } catch (error) {
        throw new Error(`[IBM][CLI Driver][DB2/LINUXX8664] SQL0104N  ${error.message}  SQLSTATE=42601`)
      }
    },
  }
}
