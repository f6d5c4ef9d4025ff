import { type Language, languageIds } from '@finlist/i18n/languages'
import type { Db } from '../../db/database.ts'
import type { InboxFacts } from '../../db/tables/alerts.ts'
import { translate } from '../../http/translate.ts'
import type { BillingEmail } from './email-rows.ts'
import { renderers } from './renderers.ts'

export type Composed = {
  to: string
  language: Language
  subject: string
  body: string
  invoiceId?: string
  /** The values of the user's inbox item. Its text is composed from them when the item is read. */
  facts: InboxFacts
  link: string
}

/**
 * Composes a billing e-mail from our current rows; undefined if its reason no longer applies or if there is no address.
 * A receipt's last paragraph, about the PDF, is added later.
 */
export async function compose(
  db: Db,
  email: BillingEmail,
  { brand, publicUrl, now }: { brand: string; publicUrl: URL; now: number },
): Promise<Composed | undefined> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'name', 'language'])
    .where('user_id', '=', email.user_id)
    .executeTakeFirst()
  if (!person?.email) return undefined
  const language = person.language ?? 'en'
  const render = async (language: Language) => {
    const rendered = await renderers[email.kind]({ db, email, language, now })
    if (!rendered) return undefined
    const values = { brand, name: person.name, link: new URL(rendered.path, publicUrl).href, ...rendered.values }
    const subject = translate(language, `mail.${email.kind}.subject`, values)
    return { ...rendered, values, subject, text: translate(language, rendered.text, values) }
  }
  const written = await render(language)
  if (!written) return undefined
  const { values, subject, text, path, invoiceId } = written
  const greeting = person.name ? `${translate(language, 'mail.greeting', values)}\n\n` : ''
  const facts: InboxFacts = {}
  for (const each of languageIds) {
    const said = each === language ? written : await render(each)
    facts[`title.${each}`] = said?.subject ?? subject
    facts[`text.${each}`] = gistOf(said?.text ?? text)
  }
  return {
    to: person.email,
    language,
    subject,
    body: greeting + text,
    ...(invoiceId && { invoiceId }),
    facts,
    link: path,
  }
}

/** The first paragraph without its trailing link, because the whole inbox item is a link. */
const gistOf = (text: string): string =>
  text
    .split('\n\n')[0]!
    .replace(/\nhttps?:\S+$/, '')
    .replace(/:$/, '.')
    .replace(/：$/, '。')
