/**
 * Options of each type that sends HTTP requests, for a receiver at this address. The key is the valid one: it contains
 * `canary`.
 */
export const channelOptions: Readonly<Record<string, (address: string) => Record<string, unknown>>> = {
  slack: (address) => ({ url: `${address}/slack/services/T0/canary-of-slack` }),
  webhook: (address) => ({
    url: `${address}/webhook/canary-of-webhook`,
    ...{ username: 'me', password: 'canary-password', signing_secret: 'canary-signing' },
  }),
  discord: (address) => ({ url: `${address}/discord/api/webhooks/1/canary-of-discord` }),
  mattermost: (address) => ({ url: `${address}/mattermost/hooks/canary-of-mattermost` }),
  chatwork: () => ({ api_token: 'canary-of-chatwork', room_id: '77', message_template: '{alert_name}' }),
  pagerduty: () => ({ integration_key: 'canary-of-pagerduty' }),
  hangouts_chat: (address) => ({ url: `${address}/hangouts_chat/v1/spaces/A?key=canary-of-hangouts` }),
  microsoft_teams_webhook: (address) => ({
    url: `${address}/microsoft_teams_webhook/canary-of-teams`,
    card_format: 'adaptive_card',
  }),
  asana: () => ({ pat: 'canary-of-asana', project_id: '5' }),
  webex: () => ({
    webex_bot_token: 'canary-of-webex',
    to_person_emails: 'anna@example.com, ben@example.com',
  }),
  datadog: () => ({ api_key: 'canary-of-datadog' }),
}
