import { describe, expect, it } from 'vitest'
import { oracleStatements } from './oracle-statements.ts'

const textsOf = async (text: string) => (await oracleStatements(text)).map(({ text: own }) => own)

describe('oracleStatements', () => {
  it.each<[string, string[]]>([
    ['select 1 from dual;\nselect 2 from dual', ['select 1 from dual', 'select 2 from dual']],
    ['select 1 from dual\n/\nselect 2 from dual', ['select 1 from dual', 'select 2 from dual']],
    ['select 4 / 2 from dual', ['select 4 / 2 from dual']],
    ["select q'[a;b]', ';' from dual; -- end", ["select q'[a;b]', ';' from dual"]],
    ['begin a; b; end;', ['begin a; b; end;']],
    ['begin a; b; end', ['begin a; b; end;']],
    [
      'declare x number; begin x := 1; end;\n  /  \nselect 1 from dual',
      ['declare x number; begin x := 1; end;', 'select 1 from dual'],
    ],
    [
      'create or replace editionable package p is\n procedure a; end;\n/\ndrop table t;',
      ['create or replace editionable package p is\n procedure a; end;', 'drop table t'],
    ],
    ['create table t (a number); select a from t', ['create table t (a number)', 'select a from t']],
    [
      'with function f return number is begin return 1; end; select f from dual;\n/',
      ['with function f return number is begin return 1; end; select f from dual'],
    ],
    ['/* one */ begin a; end;', ['/* one */ begin a; end;']],
    [' ;\n-- nothing\n/\n', []],
  ])('splits %j', async (text, statements) => {
    expect(await textsOf(text)).toEqual(statements)
  })

  it('knows what returns rows', async () => {
    const text =
      'select 1 from dual; (select 2 from dual); with a as (select 1 from dual) select * from a; delete from t'
    expect((await oracleStatements(text)).map(({ isQuery }) => isQuery)).toEqual([true, true, true, false])
  })
})
