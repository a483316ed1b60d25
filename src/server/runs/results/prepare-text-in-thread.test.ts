import { describe, expect, it } from 'vitest'
import { isPhrase } from '#shared/messages/phrase.ts'
import { hashOfText, isSafeText, maxWaitingOfAsker, prepareRun } from './prepare-text-in-thread.ts'
import { isQuick, type TextTask, workOnText } from './text-work.ts'

/** How often other work had a turn during it: never, if everything happens on the event loop. */
async function turnsBeside(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await work()
  clearInterval(timer)
  return turns
}

const someone = 'user 1'

const parameter = { name: 'p', title: 'p', type: 'number', value: 1, global: false }
const template = (text: string, values = {}, definitions = [parameter]) => ({
  ...{ template: text, values, definitions, limit: 1000 },
})

describe('texts of queries', { timeout: 60_000 }, () => {
  it('do not hold up the event loop when they are long', async () => {
    const plain = `select 1${'+1'.repeat(490_000)}`
    const filled = `select {{p}}${'+1'.repeat(120_000)}`
    const judged = `select 1 where x = '{{q}}'${'+1'.repeat(40_000)}`
    expect(await turnsBeside(() => prepareRun('pg', template(plain), someone))).toBeGreaterThan(3)
    expect(await turnsBeside(() => prepareRun('pg', template(filled, { p: 1 }), someone))).toBeGreaterThan(3)
    expect(await turnsBeside(() => isSafeText(judged, {}, 'pg', someone))).toBeGreaterThan(3)
    const task = { sourceType: 'pg', text: filled, limit: 1000 }
    const filling = { values: { p: 1 }, definitions: [parameter] }
    expect(await turnsBeside(() => hashOfText({ ...task, filling }, someone))).toBeGreaterThan(3)
  })

  it('give the same outcome wherever they are worked on', async () => {
    const text = `select {{p}}, '${'x'.repeat(20_000)}'`
    const task: TextTask = { kind: 'run', sourceType: 'pg', template: template(text, { p: 7 }) }
    expect(isQuick(task)).toBe(false)
    expect(workOnText(task)).toEqual({
      kind: 'run',
      ...(await prepareRun('pg', template(text, { p: 7 }), someone)),
    })
  })

  it('are refused for the same reasons', async () => {
    const text = `select {{p}}, {{q}}, '${'x'.repeat(20_000)}'`
    await expect(prepareRun('pg', template(text, { p: 7 }), someone)).rejects.toMatchObject({
      code: 'execution.missing_parameters',
      details: { names: 'q' },
    })
  })

  it('are refused in the language of the reader, wherever they are worked on', async () => {
    const bad = template(`select {{p}}, '${'x'.repeat(20_000)}'`, { p: '\0' }, [
      { ...parameter, type: 'text' },
    ])
    const refusal = await prepareRun('pg', bad, someone).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'request.invalid', details: { field: 'parameters' } })
    expect(isPhrase(refusal.details.reason)).toBe(true)
    expect(refusal.message).toBe('Values must be well-formed text without the character U+0000.')
  })

  it('are prepared in turns: a flood of one asker delays nobody by more than one text', async () => {
    const ended: string[] = []
    const prepare = async (asker: string, name: string) => {
      const outcome = await prepareRun('pg', template(`select '${'x'.repeat(50_000)}'`), asker).catch(
        (error) => error.code,
      )
      ended.push(typeof outcome === 'string' ? outcome : name)
    }
    const flood = Array.from({ length: maxWaitingOfAsker + 3 }, (_, index) => prepare('user 1', `${index}`))
    await Promise.all([...flood, prepare('user 2', 'another')])
    const refusal = 'execution.too_many_preparing'
    expect(ended.slice(0, 4)).toEqual([refusal, refusal, '0', 'another'])
    expect(ended).toHaveLength(maxWaitingOfAsker + 4)
  })

  it('count as long with their values, and with lists that sections repeat', () => {
    const run = (text: string, values: object) =>
      isQuick({ kind: 'run', sourceType: 'pg', template: template(text, values) })
    expect(run('select {{p}}', { p: 1 })).toBe(true)
    expect(run('select {{p}}', { p: 'x'.repeat(20_000) })).toBe(false)
    expect(run('select {{p}}'.repeat(100), { p: 'x'.repeat(200) })).toBe(false)
    expect(run('{{#a.b}}{{#a.b}}x{{/a.b}}{{/a.b}}', { a: { b: [1, 2] } })).toBe(false)
    const wide = { ...parameter, type: 'enum', multiValuesOptions: { prefix: 'x'.repeat(5000) } }
    const task = { ...template('select {{p}}', { p: [1, 2, 3] }), definitions: [wide] }
    expect(isQuick({ kind: 'run', sourceType: 'pg', template: task })).toBe(false)
  })
})
