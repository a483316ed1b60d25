/** True on Apple systems, where `mod` is the Command key. */
export const isMac: boolean = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
