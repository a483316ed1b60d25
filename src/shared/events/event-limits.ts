/** Limits of one call that reports events. */
export const eventLimits = {
  /** records in one call */
  records: 100,
  /** characters of `action` and `object_type` */
  name: 100,
  /** characters of `object_id` */
  objectId: 255,
  /** unknown keys */
  extraKeys: 30,
  /** bytes of unknown keys and their values, as JSON */
  extraBytes: 4096,
  /** levels of lists and objects in one of those values */
  extraDepth: 4,
  /** calls per user and hour */
  callsPerHour: 1200,
} as const

/** Counting and paging stop here: counting a million rows takes too long. */
export const maxCounted = 10_000
