import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

const preamble = `# Settings

Settings are environment variables. An empty variable counts as not set. An invalid value stops the start with
one line that names the variable, the value and what is expected.

This page is generated from \`src/server/kernel/config/settings.ts\`: \`node bin/sextant.mjs settings-docs > docs/settings.md\`
`

/** The text of docs/settings.md. */
export function settingsPage(): string {
  const all = Object.values(settings) as Setting<unknown>[]
  const sections = all.map((setting) => {
    const standard = setting.defaultText ?? setting.kind.format(setting.default as NonNullable<unknown>)
    return [
      `## \`${setting.env}\``,
      setting.about,
      `- Default: ${setting.defaultText ? standard : `\`${standard}\``}\n- Expected: ${setting.kind.expects}`,
    ].join('\n\n')
  })
  return `${[preamble.trimEnd(), ...sections].join('\n\n')}\n`
}
