import { asana } from './asana-destination.ts'
import { chatwork } from './chatwork-destination.ts'
import { datadog } from './datadog-destination.ts'
import type { Destination } from './destination.ts'
import { discord } from './discord-destination.ts'
import { email } from './email-destination.ts'
import { hangoutsChat } from './hangouts-chat-destination.ts'
import { mattermost } from './mattermost-destination.ts'
import { microsoftTeams } from './microsoft-teams-destination.ts'
import { pagerduty } from './pagerduty-destination.ts'
import { slack } from './slack-destination.ts'
import { webex } from './webex-destination.ts'
import { webhook } from './webhook-destination.ts'

/** Every type of destination, in the order of the list in the web. */
export const destinations: readonly Destination[] = [
  email,
  slack,
  webhook,
  discord,
  mattermost,
  chatwork,
  pagerduty,
  hangoutsChat,
  microsoftTeams,
  asana,
  webex,
  datadog,
]

const byType = new Map(destinations.map((destination) => [destination.type, destination]))

export function findDestinationType(type: string): Destination | undefined {
  return byType.get(type)
}
