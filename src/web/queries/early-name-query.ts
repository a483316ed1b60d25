import { early } from '#web/ui/lazy.tsx'

/**
 * Apart, because most queries have a name. New ones fetch it while the page is idle: until it is there, keys that are
 * meant for the name change the text.
 */
export const NameQuery = early(() => import('./name-query.tsx').then((module) => module.NameQuery))
