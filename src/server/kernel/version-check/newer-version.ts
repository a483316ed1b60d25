interface Version {
  /** major, minor, patch */
  numbers: readonly [number, number, number]
  /** `beta.2` -> ['beta', '2']; empty for a release */
  prerelease: readonly string[]
}

/** `1.2.3`, `v1.2.3-beta.2+build` (semver.org); null: not a version. */
function parseVersion(text: string): Version | null {
  const match =
    /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,40}))?(?:\+[0-9A-Za-z.-]{1,40})?$/.exec(text)
  if (match === null) return null
  const [, major, minor, patch, prerelease] = match
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    prerelease: prerelease === undefined ? [] : prerelease.split('.'),
  }
}

/** The version without prefix and build metadata: `v1.2.3+build` -> `1.2.3`. Null: not a version. */
export function plainVersion(text: string): string | null {
  const version = parseVersion(text)
  if (version === null) return null
  const { numbers, prerelease } = version
  return numbers.join('.') + (prerelease.length === 0 ? '' : `-${prerelease.join('.')}`)
}

/** Whether `other` is newer than `current` by semver precedence. False if either is not a version. */
export function isNewer(other: string, current: string): boolean {
  const [left, right] = [parseVersion(other), parseVersion(current)]
  return left !== null && right !== null && compareVersions(left, right) > 0
}

function compareVersions(left: Version, right: Version): number {
  for (const place of [0, 1, 2] as const) {
    const difference = left.numbers[place] - right.numbers[place]
    if (difference !== 0) return difference
  }
  // a release comes after its prereleases
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return right.prerelease.length - left.prerelease.length
  }
  return comparePrereleases(left.prerelease, right.prerelease)
}

function comparePrereleases(left: readonly string[], right: readonly string[]): number {
  for (const [place, part] of left.entries()) {
    const other = right[place]
    if (other === undefined) return 1
    const difference = compareParts(part, other)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Numbers compare by value and come before words; words compare by character. */
function compareParts(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)]
  if (leftIsNumber && rightIsNumber) return Number(left) - Number(right)
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1
  return left < right ? -1 : left > right ? 1 : 0
}
