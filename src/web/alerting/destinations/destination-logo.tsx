import { IconBell } from '@tabler/icons-react'
import { Logo } from '#web/ui/logo.tsx'
import asana from './logos/asana.svg'
import chatwork from './logos/chatwork.svg'
import datadog from './logos/datadog.svg'
import discord from './logos/discord.svg'
import email from './logos/email.svg'
import hangoutsChat from './logos/hangouts_chat.svg'
import mattermost from './logos/mattermost.svg'
import microsoftTeamsWebhook from './logos/microsoft_teams_webhook.svg'
import pagerduty from './logos/pagerduty.svg'
import slack from './logos/slack.svg'
import webex from './logos/webex.svg'
import webhook from './logos/webhook.svg'

/** Our own icons of the channels, one for each type, not the vendors' trademarks. */
const logos: Readonly<Record<string, string>> = {
  asana,
  chatwork,
  datadog,
  discord,
  email,
  hangouts_chat: hangoutsChat,
  mattermost,
  microsoft_teams_webhook: microsoftTeamsWebhook,
  pagerduty,
  slack,
  webex,
  webhook,
}

/** Logo of a type of destination; a plain icon if the type has no logo. */
export function DestinationLogo({ type, size = 32 }: { type: string; size?: number }) {
  return <Logo src={Object.hasOwn(logos, type) ? logos[type] : undefined} sign={IconBell} size={size} />
}
