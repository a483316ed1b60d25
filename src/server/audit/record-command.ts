import type { ServerContext } from '#server/kernel/index.ts'
import { insertEvents } from './event-store.ts'

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
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  orgId: number,
  { action, object_type, object_id, command, properties }: CommandEvent,
): Promise<void> {
  await insertEvents(db, [
    {
      org_id: orgId,
      user_id: null,
      actor_name: commandActor,
      action,
      object_type,
      object_id: object_id === null ? null : String(object_id),
      additional_properties: { ...properties, command },
      user_agent: null,
      ip: null,
      is_reported: false,
      created_at: clock(),
    },
  ])
}
