import type { AlertMessage, Destination } from './destination.ts'
import { requireOption } from './destination-options.ts'
import { cutText, oneLine, stateWord } from './message-words.ts'

const words = { triggered: 'TRIGGERED', ok: 'RECOVERED', unknown: 'UNKNOWN' }
const maxNameLength = 1024

export const asana: Destination = {
  type: 'asana',
  name: 'Asana',
  icon: 'fa-asana',
  configurationSchema: {
    type: 'object',
    properties: {
      pat: { type: 'string', title: 'Asana Personal Access Token' },
      project_id: { type: 'string', title: 'Asana Project ID' },
    },
    required: ['pat', 'project_id'],
    secret: ['pat'],
  },
  async deliver(message, options, { post }) {
    const word = message.is_test === true ? 'TEST' : words[message.state]
    const task = new URLSearchParams({
      name: cutText(oneLine(`[Sextant Alert] ${word}: ${message.alert.name}`), maxNameLength),
      notes: notesOf(message),
      projects: requireOption(options, 'project_id'),
    })
    await post('https://app.asana.com/api/1.0/tasks', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Bearer ${requireOption(options, 'pat')}`,
      },
      body: task.toString(),
    })
  },
}

function notesOf(message: AlertMessage): string {
  const { alert, query } = message
  return `${alert.name} has ${stateWord(message)}.\n\nQuery: ${query.url}\nAlert: ${alert.url}`
}
