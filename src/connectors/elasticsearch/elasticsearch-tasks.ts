import { askForText, type ElasticsearchLink } from './elasticsearch-link.ts'

interface TaskList {
  nodes?: Record<
    string,
    { tasks?: Record<string, { headers?: Record<string, unknown>; parent_task_id?: unknown }> }
  >
}

/** Whether a session of ours may be called so. */
export function isSessionName(name: unknown): name is string {
  return typeof name === 'string' && /^sextant_[\da-f-]+$/.test(name)
}

/** Ends the searches of a session: the server knows them by the name of the session. */
export async function endSearches(link: ElasticsearchLink, signal: AbortSignal): Promise<void> {
  const path = '/_tasks?actions=*search*,*sql*'
  const list = JSON.parse(await askForText(link, { method: 'GET', path }, signal)) as TaskList
  const own = Object.values(list.nodes ?? {}).flatMap(({ tasks = {} }) =>
    Object.entries(tasks).filter(
      ([, { headers, parent_task_id }]) =>
        headers?.['X-Opaque-Id'] === link.name && parent_task_id === undefined,
    ),
  )
  for (const [id] of own) {
    await askForText(link, { method: 'POST', path: `/_tasks/${encodeURIComponent(id)}/_cancel` }, signal)
  }
}
