import type { ServerContext } from '#server/kernel/index.ts'
import { insertEvents } from './event-store.ts'

type Needs = Pick<ServerContext, 'db' | 'clock'>

export interface CommandEvent {
  action: string
  object_type: string
  object_id: number | null
  /** as typed, without secrets: `users disable` */
  command: string
  properties?: Readonly<Record<string, unknown>>
}

/** The name in the audit log for commands: the shell does not tell which person runs them. */
export const commandActor = 'sextant command'

/** Records what a command has changed, before the command ends. */
export async function recordCommand(
  needs: Needs,
  orgId: number,
  { command, properties, object_id, ...event }: CommandEvent,
): Promise<void> {
  const id = object_id === null ? null : String(object_id)
  const who = { org_id: orgId, user_id: null, actor_name: commandActor }
  await recordWork(needs, { ...who, ...event, object_id: id, properties: { ...properties, command } })
}

export interface WorkEvent {
  org_id: number
  user_id: number | null
  actor_name: string | null
  action: string
  object_type: string
  object_id: string | null
  /** without secrets */
  properties: Readonly<Record<string, unknown>>
}

/** Records an action without a request: of a command, or of a job that works for a user. */
export async function recordWork({ db, clock }: Needs, { properties, ...event }: WorkEvent): Promise<void> {
  await insertEvents(db, [
    {
      ...event,
      additional_properties: properties,
      ...{ user_agent: null, ip: null, is_reported: false },
      created_at: clock(),
    },
  ])
}
