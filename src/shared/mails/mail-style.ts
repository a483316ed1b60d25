export type MailTone = 'good' | 'bad' | 'unsure'

/** Background colors of badges; white text has a contrast above 4.5 on each. */
export const mailTones: Record<MailTone, string> = { good: '#1f7a3a', bad: '#c02626', unsure: '#8a5a00' }

const font =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Ubuntu, Helvetica, Arial, sans-serif"

/**
 * Styles of mails. Light colors are inline, because many mail programs drop style sheets; programs with dark mode read
 * the style sheet.
 */
export const mailStyle = {
  sheet: `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #0e0f12 !important; color: #dfe2e6 !important; }
  .card { background: #181a1f !important; border-color: #2c3037 !important; color: #dfe2e6 !important; }
  .quiet { color: #a0a6af !important; }
  .link { color: #97acf6 !important; }
  .code { background: #0e0f12 !important; color: #dfe2e6 !important; }
  .cell { border-color: #2c3037 !important; }
}`,
  body: 'margin: 0; padding: 0; background: #f0f1f3; color: #1f2227',
  ground: `table-layout: fixed; background: #f0f1f3; color: #1f2227; font-family: ${font}; font-size: 14px; line-height: 1.5`,
  /** fixed: wide content scrolls and never widens the mail */
  frame: 'max-width: 640px; table-layout: fixed',
  brand: 'padding: 0 4px 12px; color: #5b616b; font-size: 14px; font-weight: 600',
  card: 'background: #ffffff; border: 1px solid #d6d9dd; border-radius: 8px; padding: 24px 24px 8px; color: #1f2227; overflow-wrap: anywhere',
  footer: 'padding: 12px 4px 0; color: #5b616b; font-size: 12px; overflow-wrap: anywhere',
  heading: 'margin: 0 0 12px; font-size: 18px; line-height: 1.35; font-weight: 600',
  text: 'margin: 0 0 16px; white-space: pre-wrap',
  quiet: 'margin: 0 0 12px; color: #5b616b; font-size: 13px',
  address:
    'margin: 0 0 12px; color: #5b616b; font-size: 13px; overflow-wrap: anywhere; word-break: break-all',
  badge:
    'display: inline-block; padding: 3px 10px; border-radius: 4px; color: #ffffff; font-size: 12px; font-weight: 600; letter-spacing: 0.02em',
  code: "margin: 0 0 16px; padding: 10px 12px; background: #f0f1f3; color: #1f2227; border-radius: 4px; font-family: ui-monospace, 'SF Mono', Consolas, 'Liberation Mono', monospace; font-size: 13px; white-space: pre-wrap",
  button:
    'display: inline-block; padding: 8px 16px; background: #3246b5; color: #ffffff; border-radius: 4px; font-weight: 600; text-decoration: none',
  link: 'color: #3246b5',
  nothing: 'color: #5b616b; font-style: italic',
  factLabel:
    'padding: 2px 16px 2px 0; color: #5b616b; font-weight: 400; text-align: start; vertical-align: top; white-space: nowrap',
  factValue: 'padding: 2px 0; vertical-align: top',
  table: 'border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums',
  headerCell:
    'padding: 6px 12px 6px 0; border-bottom: 1px solid #d6d9dd; color: #5b616b; font-weight: 600; text-align: start; white-space: nowrap',
  cell: 'padding: 6px 12px 6px 0; border-bottom: 1px solid #d6d9dd; vertical-align: top; overflow-wrap: normal; min-width: 80px',
} as const
