/** For chats with Markdown (CommonMark and similar): markup characters are displayed literally. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~|[\](){}#<>!]/g, '\\$&')
}

/** Mattermost notifies a whole channel at `@all`, `@channel` and `@here`: a zero-width space breaks the mention. */
export function muteMentions(text: string): string {
  return text.replace(/@(?=all|channel|here)/gi, '@\u200B')
}

/** For Slack and Google Chat, which parse tags and support these three escapes. Disables mentions such as `<!channel>`. */
export function escapeTags(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
