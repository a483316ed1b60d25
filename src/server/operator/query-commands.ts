import { recordCommand } from '#server/audit/index.ts'
import { changeQuery } from '#server/queries/index.ts'
import {
  type CommandContext,
  CommandRefused,
  type InstanceCommand,
  type InstanceContext,
} from './commands/command.ts'
import { findTags } from './operator-store.ts'
import { operatorActor, requireName, requireOrganization, wordOf } from './requirements.ts'

/** Saves the tags as the query's owner. Like any save, it creates a version and can be undone. */
async function changeTags(
  context: InstanceContext,
  idText: string,
  command: string,
  change: (tags: readonly string[]) => string[],
): Promise<string[]> {
  const orgId = await requireOrganization(context.db)
  const id = /^[1-9]\d{0,8}$/.test(idText) ? Number(idText) : null
  const query = id === null ? null : await findTags(context.db, orgId, id)
  if (query === null) throw new CommandRefused(`There is no query ${idText}.`)
  const tags = change(query.tags)
  if (tags.join('\n') === query.tags.join('\n')) return tags
  const saved = await changeQuery(context, operatorActor(orgId, query.user_id), query.id, { tags })
  await recordCommand(context, orgId, {
    action: 'edit',
    object_type: 'query',
    object_id: query.id,
    command,
  })
  return saved.tags
}

const tell = ({ out }: CommandContext, tags: readonly string[]): void =>
  out(tags.length === 0 ? 'No tags.' : `Tags: ${tags.join(', ')}`)

const addTag: InstanceCommand = {
  on: 'instance',
  about: 'Add a tag to a query.',
  arguments: ['ID', 'TAG'],
  async run(context, { words }) {
    const tag = requireName('TAG', wordOf(words, 'TAG'), 255)
    tell(
      context,
      await changeTags(context, wordOf(words, 'ID'), 'queries add-tag', (tags) => [
        ...new Set([...tags, tag]),
      ]),
    )
  },
}

const removeTag: InstanceCommand = {
  on: 'instance',
  about: 'Remove a tag from a query.',
  arguments: ['ID', 'TAG'],
  async run(context, { words }) {
    const tag = wordOf(words, 'TAG').trim()
    tell(
      context,
      await changeTags(context, wordOf(words, 'ID'), 'queries remove-tag', (tags) =>
        tags.filter((each) => each !== tag),
      ),
    )
  },
}

export const queryCommands = { 'add-tag': addTag, 'remove-tag': removeTag }
