import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { mayBeTold } from '../../notifications/inbox/may-be-told.ts'
import { wordsOf } from '../../notifications/inbox/words-of.ts'
import type { Dispatch, DispatcherParts } from './dispatch.ts'
import { type Recipient, readItem } from './store.ts'
import { alertKindOf, type Item } from './told.ts'

/** The row's item, unless it is gone or the user has lost the right to see it. */
export async function itemOf(
  parts: DispatcherParts,
  { item_id }: Dispatch,
  to: Recipient,
): Promise<{ item: Item; kind: AlertKind } | { why: string }> {
  const item = await readItem(parts.database.db, item_id!)
  const kind = item && alertKindOf(item)
  if (!kind) return { why: 'it is not in the inbox any more' }
  if (!(await isAllowed(parts, item, to))) return { why: 'not theirs to know any more' }
  return { item, kind }
}

/** The items whose kind the user has switched on and that the user still has the right to see. */
export async function allowedOf(
  parts: DispatcherParts,
  items: Item[],
  to: Recipient,
  chosen: (choice: { mail: string; push: boolean }) => boolean,
) {
  const allowed: Item[] = []
  for (const item of items)
    if (chosen(to.choices[item.kind] ?? { mail: 'off', push: false }) && (await isAllowed(parts, item, to)))
      allowed.push(item)
  return allowed
}

/** Whether the user still has the right to be notified of the item. */
async function isAllowed({ people, config }: DispatcherParts, item: Item, { userId }: Recipient): Promise<boolean> {
  const kind = alertKindOf(item)
  const person = await people.find(userId)
  if (!kind || !person) return false
  return mayBeTold(config, { kind, exchange: item.exchange ?? 'HKEX' }, person.rights)
}

/** The item in the user's language, with its link. */
export function inWords(item: Item, { language }: Recipient) {
  return { ...wordsOf(item, language), link: item.link }
}
