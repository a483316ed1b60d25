import type { AppUnderTest } from './app-under-test.ts'

type LinkKind = 'invite' | 'reset' | 'restore' | 'verify'

/** The path of the newest link of this kind that was mailed to the address; '' if there is none. */
export async function mailedLink(app: AppUnderTest, recipient: string, kind: LinkKind): Promise<string> {
  const mails = await app.context.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  const links = mails.map(({ text }) => new RegExp(`/${kind}/[\\w-]{43}`).exec(text)?.[0])
  return links.findLast((link) => link !== undefined) ?? ''
}
