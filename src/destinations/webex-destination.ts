import { phrase } from '#shared/messages/phrase.ts'
import type { AlertMessage, Destination } from './destination.ts'
import { DeliveryFailed } from './destination.ts'
import { jsonHeaders, listOption, requireOption } from './destination-options.ts'
import { escapeMarkdown } from './escape-markup.ts'
import { customBody, customSubject, cutText, sentenceOf } from './message-words.ts'

const address = 'https://webexapis.com/v1/messages'
const maxMarkdownLength = 7000
/** Webex accepts cards up to 22 KB. */
const maxTableRows = 50

export const webex: Destination = {
  type: 'webex',
  name: 'Webex',
  icon: 'fa-webex',
  configurationSchema: {
    type: 'object',
    properties: {
      webex_bot_token: { type: 'string', title: 'Webex Bot Token' },
      to_person_emails: { type: 'string', title: 'People (comma-separated)' },
      to_room_ids: { type: 'string', title: 'Rooms (comma-separated)' },
    },
    required: ['webex_bot_token'],
    secret: ['webex_bot_token'],
  },
  validate: (options) =>
    listOption(options, 'to_person_emails').length + listOption(options, 'to_room_ids').length > 0
      ? null
      : { field: 'to_person_emails', reason: phrase('name at least one person or room.') },
  async deliver(message, options, { post, once }) {
    const receivers = [
      ...listOption(options, 'to_person_emails').map((email) => ({ toPersonEmail: email })),
      ...listOption(options, 'to_room_ids').map((room) => ({ roomId: room })),
    ]
    if (receivers.length === 0) {
      throw new DeliveryFailed('This destination names neither people nor rooms.', { isFinal: true })
    }
    const headers = { ...jsonHeaders, authorization: `Bearer ${requireOption(options, 'webex_bot_token')}` }
    const content = contentOf(message)
    for (const receiver of receivers) {
      await once(Object.values(receiver).join(), async () => {
        await post(address, { headers, body: JSON.stringify({ ...receiver, ...content }) })
      })
    }
  },
}

function contentOf(message: AlertMessage) {
  const subject = subjectOf(message)
  const body = customBody(message) ?? ''
  const { before, table } = splitTable(body)
  const link = (what: string, url: string) => textBlock(`Click [here](${url}) to check your ${what}!`)
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.0',
    body: [
      { ...textBlock(subject), weight: 'Bolder', size: 'Medium' },
      ...(before === ''
        ? []
        : [{ ...textBlock(escapeTagStarts(cutText(before, maxMarkdownLength))), isSubtle: true }]),
      ...table.slice(0, maxTableRows).map((cells) => ({
        type: 'ColumnSet',
        columns: cells.map((cell) => ({
          type: 'Column',
          width: 'stretch',
          items: [textBlock(escapeTagStarts(cell))],
        })),
      })),
      ...(message.base_url === ''
        ? []
        : [link('query', message.query.url), link('alert', message.alert.url)]),
    ],
  }
  return {
    markdown: cutText(`${subject}\n${escapeTagStarts(body)}`, maxMarkdownLength),
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  }
}

const textBlock = (text: string) => ({ type: 'TextBlock', text, wrap: true })

function subjectOf(message: AlertMessage): string {
  const subject = message.state === 'triggered' ? customSubject(message) : null
  return subject === null ? sentenceOf(message, escapeMarkdown) : escapeTagStarts(subject)
}

/** Keeps the author's Markdown, but escapes tags, which could notify people (`<@all>`). */
function escapeTagStarts(text: string): string {
  return text.replaceAll('<', '\\<')
}

/**
 * Splits a text at rows in brackets, such as `{{QUERY_RESULT_TABLE}}` gives: the part from the first to the last
 * bracket becomes a table, if it parses as rows of cells.
 */
function splitTable(body: string): { before: string; table: string[][] } {
  const from = body.indexOf('[')
  const to = body.lastIndexOf(']')
  const rows = from === -1 || to < from ? null : readRows(body.slice(from, to + 1))
  return rows === null ? { before: body, table: [] } : { before: body.slice(0, from).trim(), table: rows }
}

function readRows(text: string): string[][] | null {
  const read = parse(text) ?? parse(text.replaceAll("'", '"'))
  if (!Array.isArray(read) || read.length === 0 || !read.every(Array.isArray)) return null
  return read.map((row: unknown[]) =>
    row.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell))),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
