/** The slug of a dashboard's name: lower case; each run of characters other than a-z 0-9 _ - becomes one dash. */
export function dashboardSlug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')
}

/** The part of the address after `/dashboards/`: `12-sales-by-month`. */
export function dashboardKey({ id, name }: { id: number; name: string }): string {
  return `${id}-${dashboardSlug(name)}`
}

const greatestId = 2_147_483_647

/** The id before the first dash; null if it is not a valid id. */
export function dashboardIdOf(key: string): number | null {
  const [digits = ''] = key.split('-', 1)
  const id = /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : 0
  return id >= 1 && id <= greatestId ? id : null
}
