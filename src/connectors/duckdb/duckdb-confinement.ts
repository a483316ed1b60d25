/**
 * Required of an engine that runs user text (docs/reference/promises.md#s6): no files except the database, no
 * extensions, no network (only extensions provide it). Its memory is capped as well, and its configuration locked
 * before the text runs.
 */
export const noOutside = {
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
}

/** Times are shown in UTC, whatever the machine's zone. */
export const sameZone = ["set timezone = 'UTC'"]
