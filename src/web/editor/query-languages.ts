import { StreamLanguage, type StringStream } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

/** What the colors of a language need; it is not checked whether a text is right. */
interface Signs {
  /** of the comments to the end of a line */
  lineComments: readonly string[]
  blockComments: boolean
  /** quotes of texts, in which a backslash keeps the next character from ending them */
  texts: string
  /** quotes of names */
  names: string
  /** quotes of texts in which a backslash is a character like others */
  rawTexts: string
  /** what a variable or placeholder begins with */
  variables: string
  keywords: ReadonlySet<string>
  /** keywords are the same in capitals */
  foldsCase: boolean
}

const words = (text: string) => new Set(text.trim().split(/\s+/))
const usual: Omit<Signs, 'keywords'> = {
  lineComments: ['//'],
  blockComments: true,
  texts: `"'`,
  names: '`',
  rawTexts: '',
  variables: '$',
  foldsCase: true,
}
const metrics: Omit<Signs, 'keywords'> = {
  ...usual,
  lineComments: ['#'],
  blockComments: false,
  names: '',
  rawTexts: '`',
}

const languages: Readonly<Record<string, Signs>> = {
  prometheus: {
    ...metrics,
    keywords: words(`and or unless by without on ignoring group_left group_right bool offset start end
      sum min max avg group stddev stdvar count count_values bottomk topk quantile query step`),
  },
  loki: {
    ...metrics,
    keywords: words(`and or unless by without on ignoring group_left group_right bool offset json logfmt
      regexp pattern unpack line_format label_format unwrap decolorize drop keep distinct ip
      sum min max avg stddev stdvar count bottomk topk sort sort_desc query start end step limit`),
  },
  influxdb: {
    ...usual,
    lineComments: ['--'],
    texts: "'",
    names: '"',
    keywords: words(`select from where group by fill order asc desc limit slimit offset soffset and or show
      measurements tag field keys values series databases retention policies with key in into tz as on
      cardinality explain analyze null none previous linear time distinct`),
  },
  influxdbv2: {
    ...usual,
    texts: '"',
    names: '',
    foldsCase: false,
    keywords: words(`import package option builtin return if then else and or not exists true false
      from range filter map group window aggregateWindow yield keep drop pivot join union sort limit r`),
  },
  graphite: { ...metrics, blockComments: false, keywords: words('target from until tz maxDataPoints') },
  neo4j: {
    ...usual,
    keywords: words(`match optional where return with unwind as order by skip limit asc desc ascending
      descending distinct create merge set remove delete detach foreach on call yield union all use case
      when then else end and or xor not in starts ends contains is null true false exists count load csv
      from headers show terminate transactions index constraint for require drop if`),
  },
  arangodb: {
    ...usual,
    names: '`´',
    variables: '@',
    keywords: words(`for in return filter search sort limit let collect into keep with count aggregate
      insert update replace remove upsert options window asc desc distinct graph outbound inbound any all
      none shortest_path k_shortest_paths k_paths all_shortest_paths prune and or not like null true false`),
  },
  dgraph: {
    ...usual,
    lineComments: ['#'],
    blockComments: false,
    texts: '"',
    names: '',
    variables: '$@',
    foldsCase: false,
    keywords: words(`query schema func uid var as eq le lt ge gt between has regexp match allofterms
      anyofterms allofttext anyoftext near within contains intersects uid_in type and or not first offset
      after orderasc orderdesc filter cascade normalize facets groupby recurse count min max sum avg math
      expand shortest val true false`),
  },
  azure_kusto: {
    ...usual,
    blockComments: false,
    names: '',
    variables: '@',
    keywords: words(`let set where extend project summarize by join kind on union take limit top order sort
      asc desc distinct count render parse evaluate invoke lookup serialize search find range datatable
      print mv-expand make-series has contains startswith endswith in between and or not true false
      dynamic datetime timespan real int long string bool guid with as of`),
  },
}

/** Colors for the query language of a type of data sources that is not SQL; nothing for others. */
export function queryLanguageOf(type: string): Extension {
  const signs = languages[type]
  return signs === undefined ? [] : [...parsed(type, signs)]
}

const known = new Map<string, Extension[]>()

function parsed(type: string, signs: Signs): readonly Extension[] {
  const found = known.get(type)
  if (found !== undefined) return found
  const language = StreamLanguage.define<State>({
    name: type,
    startState: () => ({ until: null, isRaw: false, token: null }),
    copyState: (state) => ({ ...state }),
    token: (stream, state) => readToken(stream, state, signs),
    languageData: {
      commentTokens: {
        line: signs.lineComments[0],
        ...(signs.blockComments ? { block: { open: '/*', close: '*/' } } : {}),
      },
      closeBrackets: { brackets: ['(', '[', '{', ...signs.texts, ...signs.rawTexts, ...signs.names] },
    },
  })
  const extensions = [language]
  known.set(type, extensions)
  return extensions
}

/** A comment or a text that goes on in the next line. */
interface State {
  /** what ends it; null: nothing is open */
  until: string | null
  isRaw: boolean
  token: string | null
}

const number = /^(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:ms|us|ns|mo|[smhdwy])?/i
const word = /^[\p{L}_][\p{L}\p{N}_]*(?:-expand|-series)?/u

function readToken(stream: StringStream, state: State, signs: Signs): string | null {
  if (state.until !== null) return readOpen(stream, state)
  if (stream.eatSpace()) return null
  if (signs.lineComments.some((sign) => stream.match(sign))) {
    stream.skipToEnd()
    return 'comment'
  }
  if (signs.blockComments && stream.match('/*')) return open(stream, state, '*/', true, 'comment')
  const sign = stream.peek() ?? ''
  if (signs.texts.includes(sign)) return openQuote(stream, state, false, 'string')
  if (signs.rawTexts.includes(sign)) return openQuote(stream, state, true, 'string')
  if (signs.names.includes(sign)) return openQuote(stream, state, true, 'variableName')
  if (stream.match(number)) return 'number'
  if (signs.variables.includes(sign)) {
    stream.next()
    return stream.match(word) === null ? null : 'variableName.special'
  }
  const found = stream.match(word)
  if (found === null || typeof found === 'boolean') {
    stream.next()
    return null
  }
  const text = signs.foldsCase ? found[0].toLowerCase() : found[0]
  if (text === 'true' || text === 'false') return 'bool'
  if (text === 'null') return 'null'
  return signs.keywords.has(text) ? 'keyword' : null
}

function openQuote(stream: StringStream, state: State, isRaw: boolean, token: string): string | null {
  return open(stream, state, stream.next() ?? '', isRaw, token)
}

function open(
  stream: StringStream,
  state: State,
  until: string,
  isRaw: boolean,
  token: string,
): string | null {
  Object.assign(state, { until, isRaw, token })
  return readOpen(stream, state)
}

function readOpen(stream: StringStream, state: State): string | null {
  const { until, isRaw, token } = state
  while (!stream.eol() && until !== null) {
    if (stream.match(until)) {
      state.until = null
      return token
    }
    if (stream.next() === '\\' && !isRaw) stream.next()
  }
  return token
}
