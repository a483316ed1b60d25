/** For the Markdown of chats (CommonMark and its relatives): every mark shows as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~|[\](){}#<>!]/g, '\\$&')
}

/** Mattermost calls everybody at `@all`, `@channel` and `@here`: an invisible space keeps the word and ends the call. */
export function muteMentions(text: string): string {
  return text.replace(/@(?=all|channel|here)/gi, '@\u200B')
}

/** For Slack and Google Chat, which read tags and know these three escapes; that ends calls such as `<!channel>`, too. */
export function escapeTags(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
