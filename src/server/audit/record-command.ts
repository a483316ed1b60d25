import type { ServerContext } from '#server/kernel/index.ts'
import { insertEvents } from './event-store.ts'

export interface CommandEvent {
  action: string
  object_type: string
  object_id: number | null
  /** as it was typed, without what nobody may see: `users disable` */
  command: string
  properties?: Readonly<Record<string, unknown>>
}

/** The name under which the audit log lists what is done from a shell: who types there it cannot know. */
export const commandActor = 'sextant command'

/** Puts what a command has changed into the audit log, before the command ends. */
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
