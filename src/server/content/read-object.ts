import { createHash } from 'node:crypto'
import { Compile } from 'typebox/compile'
import { describeInvalid, refuseUnstorable } from '#server/http/index.ts'
import {
  type ContentKind,
  type ContentObject,
  canonicalContent,
  contentKinds,
  contentShapes,
  orderedContent,
} from '#shared/content/content-objects.ts'
import { translatePhrase } from '#shared/messages/translate.ts'

export type ReadObject =
  | { ok: true; object: ContentObject }
  | { ok: false; field: string; problem: string; kind: string; id: string }

const compiled = new Map<ContentKind, ReturnType<typeof Compile>>()

/** Checks one object of a file or a request; the problem names the field. */
export function readObject(given: Readonly<Record<string, unknown>>): ReadObject {
  const { kind: givenKind, id } = given
  const kind = contentKinds.find((known) => known === givenKind)
  const named = { kind: String(givenKind).slice(0, 50), id: String(id).slice(0, 255) }
  if (kind === undefined)
    return { ok: false, ...named, field: 'kind', problem: `kind: must be one of ${contentKinds.join(', ')}.` }
  const shape = contentShapes[kind]
  const check = compiled.get(kind) ?? Compile(shape)
  compiled.set(kind, check)
  if (check.Check(given)) return { ok: true, object: orderedContent(given as unknown as ContentObject) }
  const { field, reason } = describeInvalid(shape, check.Errors(given))
  return { ok: false, ...named, field, problem: translatePhrase(reason) }
}

/** One object of a push: JSON text. */
export function parseObject(text: string): ReadObject {
  const broken = (problem: string): ReadObject => ({ ok: false, kind: '', id: '', field: 'object', problem })
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return broken('object: must be JSON.')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return broken('object: must be a JSON object.')
  const refusal = refuseUnstorable(given)
  return refusal === null ? readObject(given as Record<string, unknown>) : broken(refusal.message)
}

/** Of the content: equal for equal objects, whatever the instance. */
export function hashOfContent(object: ContentObject): string {
  return createHash('sha256').update(canonicalContent(object)).digest('hex').slice(0, 32)
}
