import type { IncomingHttpHeaders } from 'node:http'

export interface ChannelRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

interface ChannelAnswer {
  status: number
  headers?: Record<string, string>
  text?: string
}

export interface ChannelRules {
  /** the vendor's reply: success only for valid requests with the right key */
  judge(request: ChannelRequest): ChannelAnswer
  /** what comes with 429 */
  busy: { headers?: Record<string, string>; text: string }
}

const json = { 'content-type': 'application/json' }
const reply = (status: number, value: unknown): ChannelAnswer => ({
  status,
  headers: json,
  text: JSON.stringify(value),
})
const said = (status: number, text: string): ChannelAnswer => ({ status, text })

/** Keys that contain `canary` are valid. */
const isRight = (key: unknown) => typeof key === 'string' && key.includes('canary')

function readJson(request: ChannelRequest): Record<string, unknown> | null {
  if (!request.headers['content-type']?.toLowerCase().startsWith('application/json')) return null
  try {
    return JSON.parse(request.body)
  } catch {
    return null
  }
}

function readForm(request: ChannelRequest): URLSearchParams | null {
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  return isForm ? new URLSearchParams(request.body) : null
}

/** Answers as the vendors document them. */
export const channelRules: Readonly<Record<string, ChannelRules>> = {
  slack: {
    judge(request) {
      if (!isRight(request.path)) return said(404, 'no_service')
      const attachments = readJson(request)?.['attachments']
      return Array.isArray(attachments) && attachments.length > 0
        ? said(200, 'ok')
        : said(400, 'invalid_payload')
    },
    busy: { text: 'rate_limited' },
  },
  webhook: {
    judge(request) {
      if (!isRight(request.path)) return said(410, 'Gone')
      return readJson(request)?.['event'] === 'alert_state_change'
        ? said(200, '')
        : said(400, 'what is this?')
    },
    busy: { text: '' },
  },
  discord: {
    judge(request) {
      if (!isRight(request.path)) return reply(404, { message: 'Unknown Webhook', code: 10015 })
      const content = readJson(request)?.['content']
      const fits = typeof content === 'string' && content.length > 0 && content.length <= 2000
      return fits ? { status: 204 } : reply(400, { content: ['Must be 2000 or fewer in length.'] })
    },
    busy: { text: '{"message":"You are being rate limited.","retry_after":120,"global":false}' },
  },
  mattermost: {
    judge(request) {
      if (!isRight(request.path)) return reply(400, { id: 'web.incoming_webhook.invalid.app_error' })
      return typeof readJson(request)?.['text'] === 'string' ? said(200, 'ok') : reply(400, { id: 'parse' })
    },
    busy: { text: 'limit exceeded' },
  },
  chatwork: {
    judge(request) {
      if (!isRight(request.headers['x-chatworktoken'])) return reply(401, { errors: ['Invalid API token'] })
      if (!/^\/v2\/rooms\/\d+\/messages$/.test(request.path)) return reply(404, { errors: ['Not Found'] })
      const body = readForm(request)?.get('body')
      return body
        ? reply(200, { message_id: '1234' })
        : reply(400, { errors: ["Parameter 'body' is required"] })
    },
    busy: { text: '{"errors":["Rate limit exceeded"]}' },
  },
  pagerduty: {
    judge(request) {
      const event = readJson(request)
      const errors = ["Length of 'routing_key' is incorrect (should be 32 characters)"]
      if (event === null || !isRight(event['routing_key']))
        return reply(400, { status: 'invalid event', errors })
      const known = ['trigger', 'acknowledge', 'resolve'].includes(String(event['event_action']))
      return known
        ? reply(202, { status: 'success', message: 'Event processed', dedup_key: event['dedup_key'] })
        : reply(400, { status: 'invalid event', errors: ["'event_action' is missing or invalid"] })
    },
    busy: { text: '{"status":"throttle event"}' },
  },
  hangouts_chat: {
    judge(request) {
      if (!isRight(request.path)) return reply(401, { error: { code: 401, status: 'UNAUTHENTICATED' } })
      return Array.isArray(readJson(request)?.['cards'])
        ? reply(200, { name: 'spaces/AAA/messages/BBB' })
        : reply(400, { error: { code: 400, status: 'INVALID_ARGUMENT' } })
    },
    busy: { text: '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}' },
  },
  microsoft_teams_webhook: {
    judge(request) {
      if (!isRight(request.path)) return reply(401, { error: { code: 'DirectApiAuthorizationRequired' } })
      const card = readJson(request)
      if (card?.['@type'] === 'MessageCard') return said(200, '1')
      return card?.['type'] === 'message' ? { status: 202 } : said(400, 'Summary or Text is required.')
    },
    busy: { text: 'Too many requests' },
  },
  asana: {
    judge(request) {
      if (!isRight(request.headers.authorization))
        return reply(401, { errors: [{ message: 'Not Authorized' }] })
      const task = readForm(request)
      return task?.get('name') && task.get('projects')
        ? reply(201, { data: { gid: '12345' } })
        : reply(400, { errors: [{ message: 'You should specify one of workspace, parent, projects' }] })
    },
    busy: { text: '{"errors":[{"message":"You have made too many requests recently."}]}' },
  },
  webex: {
    judge(request) {
      if (!isRight(request.headers.authorization))
        return reply(401, { message: 'The request requires a valid token.' })
      const message = readJson(request)
      const isAddressed = message?.['toPersonEmail'] !== undefined || message?.['roomId'] !== undefined
      return isAddressed ? reply(200, { id: 'Y2lz' }) : reply(400, { message: 'Nobody is addressed.' })
    },
    busy: { text: '{"message":"Too many requests."}' },
  },
  datadog: {
    judge(request) {
      if (!isRight(request.headers['dd-api-key'])) return reply(403, { errors: ['Forbidden'] })
      const event = readJson(request)
      return event?.['title'] && event['text']
        ? reply(202, { status: 'ok', event: { id: 1 } })
        : reply(400, { errors: ['Invalid payload'] })
    },
    busy: { text: '{"errors":["Too Many Requests"]}' },
  },
}
