/** What one call may tell, and how large its records may be. */
export const eventLimits = {
  /** records in one call */
  records: 100,
  /** characters of `action` and `object_type` */
  name: 100,
  /** characters of `object_id` */
  objectId: 255,
  /** keys beside the known ones */
  extraKeys: 30,
  /** bytes of those keys and their values, as JSON */
  extraBytes: 4096,
  /** levels of lists and objects in one of those values */
  extraDepth: 4,
  /** calls of one person in an hour */
  callsPerHour: 1200,
} as const

/** Beyond this many the log is counted no further, and has no further pages: counting a million rows takes too long. */
export const maxCounted = 10_000
